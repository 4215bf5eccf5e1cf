/** Returns the addresses in a text, each once: one a line, or separated by commas, semicolons or spaces. */
export function splitAddresses(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}

/** Replaces `address 2` in a message of the service by the address itself, which the reader typed. */
export function nameAddresses(message: string | undefined, sent: readonly string[] = []): string | undefined {
  return message?.replaceAll(/\baddress (\d+)\b/gi, (words, place: string) => {
    const address = sent[Number(place) - 1];
    return address === undefined ? words : `“${address}”`;
  });
}
