import type { Reject } from '#src/import/reject-reasons.js';
import type { Format, FoundRecord } from '#src/import/formats/format.js';

/** Reads an input with a format, in small pieces, and collects its records and rejects. */
export function readAll(format: Format, input: string | Buffer): Promise<(FoundRecord | Reject)[]> {
  return collect<FoundRecord | Reject>(format.read(inPieces(Buffer.from(input), 50)));
}

/** Collects everything that a generator of blocks yields into one list. */
export async function collect<Value>(blocks: AsyncIterable<readonly Value[]>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const block of blocks) all.push(...block);
  return all;
}

/** Yields bytes in pieces of this size, as a file or a pipe does. */
export async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
