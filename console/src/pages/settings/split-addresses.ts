/** Returns the addresses in a text, each once: one a line, or separated by commas, semicolons or spaces. */
export function splitAddresses(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,;]+/).filter((part) => part !== ''))];
}
