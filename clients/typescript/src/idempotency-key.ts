/** Returns a random UUID. */
export async function newIdempotencyKey(): Promise<string> {
  return (await webCrypto()).randomUUID();
}

/** Returns the SHA-256 of a text in hexadecimal. */
export async function digestOf(text: string): Promise<string> {
  const digest = await (await webCrypto()).subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Node 18 has Web Crypto only as a module. */
async function webCrypto(): Promise<typeof globalThis.crypto> {
  const { crypto } = globalThis as { crypto?: typeof globalThis.crypto };
  // The name in a variable keeps bundlers for other platforms from resolving it.
  const name = 'node:crypto';
  return crypto ?? ((await import(name)) as { webcrypto: typeof globalThis.crypto }).webcrypto;
}
