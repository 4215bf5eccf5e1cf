const BRACES = new Set(['{', '[']);

/**
 * Tells whether an input begins as JSON does, and returns it whole. White space and a byte order
 * mark before the first character do not count.
 */
export async function beginsWithJson(
  bytes: AsyncIterable<Buffer>,
): Promise<{ readonly json: boolean; readonly all: AsyncIterable<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let first: string | undefined;
  while (first === undefined) {
    const next = await iterator.next();
    if (next.done === true) break;
    head.push(next.value);
    first = /[^\s\ufeff]/u.exec(Buffer.concat(head).toString('utf8'))?.[0];
  }
  async function* all(): AsyncGenerator<Buffer, void> {
    try {
      yield* head;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { json: first !== undefined && BRACES.has(first), all: all() };
}
