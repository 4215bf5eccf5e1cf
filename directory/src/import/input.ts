import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError, validationFailed } from '@prospecting/platform/errors';

/** The bytes of a file to import, unpacked. */
export interface Input {
  readonly bytes: AsyncIterable<Buffer>;
  /** Bytes taken from the source so far, as stored. */
  bytesRead(): number;
  readonly bytesTotal: number | undefined;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * @param input a path, `-` for standard input, or a stream of bytes
 * @throws validation_failed, also from `bytes`, when the input cannot be read or unpacked
 */
export async function openInput(input: string | Readable): Promise<Input> {
  let bytesTotal: number | undefined;
  if (typeof input === 'string' && input !== '-') {
    const file = await stat(input).catch((error: unknown) => {
      throw unreadable(error);
    });
    if (file.isFile()) bytesTotal = file.size;
  }
  let bytesRead = 0;
  const counted = count(input, (bytes) => (bytesRead += bytes));
  return { bytes: readable(unpack(counted)), bytesRead: () => bytesRead, bytesTotal };
}

async function* count(input: string | Readable, add: (bytes: number) => void): AsyncGenerator<Buffer, void> {
  // Opened when the first byte is asked for: an import that fails before that leaves no open file behind.
  for await (const chunk of open(input)) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string | Uint8Array);
    add(bytes.length);
    yield bytes;
  }
}

function open(input: string | Readable): Readable {
  if (typeof input !== 'string') return input;
  return input === '-' ? process.stdin : createReadStream(input, { highWaterMark: CHUNK_BYTES });
}

/** What is compressed is told by its first bytes, so a name without `.gz` and a pipe work as well. */
async function* unpack(packed: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await packed.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const whole = prepend(head, packed);
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The callback is there because pipeline wants one; a failure reaches the reader through `gunzip` itself.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => {});
  yield* gunzip as AsyncIterable<Buffer>;
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* readable(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  try {
    yield* bytes;
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  const detail = `The input cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return validationFailed({ input: [detail] }, detail);
}
