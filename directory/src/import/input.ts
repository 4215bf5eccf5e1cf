import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { DomainError, validationFailed } from '@prospecting/platform/errors';
import { isUrl, openRemote, type RemoteFile } from './remote.js';
import { isBomb, openZip, spool, type ZipInput } from './zip.js';

/** The input of an import, decompressed. */
export interface Input {
  readonly bytes: AsyncIterable<Buffer>;
  /** Returns the number of bytes read so far, before decompression. */
  bytesRead(): number;
  /** Returns the size of the file before decompression; undefined where nothing tells it. */
  bytesTotal(): number | undefined;
}

const CHUNK_BYTES = 256 * 1024;
/** The header of the first file in a zip. */
const ZIP_MAGIC = Buffer.from('PK\u0003\u0004', 'latin1');

/**
 * Opens an input and decompresses it if it is in gzip or zip format. A zip that does not come from
 * a file is kept in a temporary one while it is read.
 *
 * @param input a path, an https:// URL, `-` for standard input, or a stream of bytes
 * @throws validation_failed, also from `bytes`, when the input cannot be read or decompressed
 */
export async function openInput(input: string | Readable): Promise<Input> {
  const remote = typeof input === 'string' && isUrl(input) ? openOrRefuse(input) : undefined;
  let fileBytes: number | undefined;
  if (typeof input === 'string' && input !== '-' && remote === undefined) {
    const file = await stat(input).catch((error: unknown) => {
      throw unreadable(error);
    });
    if (file.isFile()) fileBytes = file.size;
  }
  let bytesRead = 0;
  const counted = count(
    () => remote?.bytes ?? open(input),
    (bytes) => (bytesRead += bytes),
  );
  let zip: ZipInput | undefined;
  async function* unzip(source: string | number): AsyncGenerator<Buffer, void> {
    zip = await openZip(source);
    yield* zip.bytes;
  }
  const onZip = async function* (all: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
    if (fileBytes === undefined || typeof input !== 'string') return yield* spool(all, unzip);
    // The file itself: nothing more is read from the stream.
    await all.return();
    return yield* unzip(input);
  };
  return {
    bytes: mapErrors(decompress(counted, () => bytesRead, onZip)),
    bytesRead: () => zip?.bytesRead() ?? bytesRead,
    bytesTotal: () => zip?.bytesTotal ?? remote?.bytesTotal() ?? fileBytes,
  };
}

function openOrRefuse(url: string): RemoteFile {
  try {
    return openRemote(url);
  } catch (error) {
    throw unreadable(error);
  }
}

async function* count(
  source: () => AsyncIterable<unknown>,
  add: (bytes: number) => void,
): AsyncGenerator<Buffer, void> {
  // Opens the file at the first read: an import that fails earlier leaves no open file behind.
  for await (const chunk of source()) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string | Uint8Array);
    add(bytes.length);
    yield bytes;
  }
}

function open(input: string | Readable): Readable {
  if (typeof input !== 'string') return input;
  return input === '-' ? process.stdin : createReadStream(input, { highWaterMark: CHUNK_BYTES });
}

/**
 * Detects gzip and zip by the first bytes, so a pipe and a name without `.gz` or `.zip` work as well.
 */
async function* decompress(
  source: AsyncGenerator<Buffer, void>,
  bytesRead: () => number,
  onZip: (all: AsyncGenerator<Buffer, void>) => AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer, void> {
  let head = Buffer.alloc(0);
  while (head.length < ZIP_MAGIC.length) {
    const next = await source.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = prepend(head, source);
  if (head.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)) {
    yield* onZip(all);
    return;
  }
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // pipeline requires a callback. A failure reaches the reader through `gunzip` itself.
  pipeline(Readable.from(all, { objectMode: false }), gunzip, () => {});
  let unpacked = 0;
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    unpacked += chunk.length;
    if (isBomb(bytesRead(), unpacked)) throw new Error('the file grows more than text does when it is unpacked');
    yield chunk;
  }
}

async function* prepend(head: Buffer, rest: AsyncGenerator<Buffer, void>): AsyncGenerator<Buffer, void> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* mapErrors(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
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
