import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromFdPromise, openPromise, type Entry, type ZipFile } from 'yauzl';

/** Files that a register puts into a zip beside its data are ignored: read-me texts have other names. */
const DATA_FILE = /\.(?:txt|csv|tsv|json|jsonl|ndjson)$/i;
const MAX_ENTRIES = 100;
/** Text packs about 5 to 30 times; what grows more is not a register. */
const MAX_EXPANSION = 200;
/** Below this size a file may grow as it wants: it does no harm. */
const SMALL_BYTES = 256 * 1024 * 1024;
const NEWLINE = Buffer.from('\n');
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A zip file that is read from its beginning to its end. */
export interface ZipInput {
  /** The data files one after the other, in the order of their names, unpacked. */
  readonly bytes: AsyncIterable<Buffer>;
  /** Packed bytes read so far. */
  bytesRead(): number;
  /** Packed size of the data files. */
  readonly bytesTotal: number;
}

/**
 * Opens a zip file. The list of its files is at its end, so a zip must be on disk. Holds only the
 * chunk that is read.
 *
 * @param source a path, or the descriptor of an open file, which stays open
 * @throws Error when it has no data file, or would grow as no register does
 */
export async function openZip(source: string | number): Promise<ZipInput> {
  const options = { lazyEntries: true, autoClose: false };
  const zip = await (typeof source === 'string' ? openPromise(source, options) : fromFdPromise(source, options));
  try {
    const entries = await dataFiles(zip);
    const bytesTotal = sum(entries.map(({ compressedSize }) => compressedSize));
    refuseBomb(zip, entries, bytesTotal);
    let bytesRead = 0;
    const count = (bytes: number): void => void (bytesRead = bytes);
    return { bytes: readFiles(zip, entries, count, () => close(zip, source)), bytesRead: () => bytesRead, bytesTotal };
  } catch (error) {
    close(zip, source);
    throw error;
  }
}

/**
 * Writes a stream to a temporary file, and calls `use` with its descriptor. The file has no name, so
 * that the system deletes it even when the process is killed.
 */
export async function* spool(
  bytes: AsyncIterable<Buffer>,
  use: (file: number) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void> {
  const path = join(tmpdir(), `prospect-import-${randomUUID()}.zip`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path, { force: true });
    for await (const chunk of bytes) await file.appendFile(chunk);
    yield* use(file.fd);
  } finally {
    await file.close();
  }
}

async function dataFiles(zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`the zip has more than ${MAX_ENTRIES} files`);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) {
    if (DATA_FILE.test(entry.fileName) && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.fileName)) entries.push(entry);
  }
  if (entries.length === 0) throw new Error('the zip has no file named .txt, .csv or .json');
  if (entries.some((entry) => entry.isEncrypted())) throw new Error('the zip is encrypted');
  return entries.toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1));
}

/** yauzl fails when a file unpacks to more or less than its entry says, so the entries can be believed. */
function refuseBomb(zip: ZipFile, entries: readonly Entry[], packed: number): void {
  const unpacked = sum(entries.map(({ uncompressedSize }) => uncompressedSize));
  // Entries that share bytes are the other way to make a small zip large.
  if (packed > zip.fileSize) throw new Error('the files of the zip overlap');
  if (isBomb(packed, unpacked)) throw new Error(`the zip would grow more than ${MAX_EXPANSION} times`);
}

/** Returns true when so many bytes cannot be a register's text. */
export function isBomb(packed: number, unpacked: number): boolean {
  return unpacked > SMALL_BYTES && unpacked > packed * MAX_EXPANSION;
}

async function* readFiles(
  zip: ZipFile,
  entries: readonly Entry[],
  count: (bytes: number) => void,
  done: () => void,
): AsyncGenerator<Buffer, void> {
  try {
    let packedBefore = 0;
    for (const entry of entries) {
      let unpacked = 0;
      for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        const bytes = unpacked === 0 && packedBefore > 0 ? withoutByteOrderMark(chunk) : chunk;
        unpacked += chunk.length;
        count(packedBefore + Math.round((entry.compressedSize * unpacked) / entry.uncompressedSize));
        yield bytes;
      }
      packedBefore += entry.compressedSize;
      // The last line of a file may have no end.
      if (entry !== entries.at(-1)) yield NEWLINE;
    }
  } finally {
    done();
  }
}

/** Closes what this file has opened: a descriptor that was given belongs to the caller. */
function close(zip: ZipFile, source: string | number): void {
  if (typeof source === 'string') zip.close();
}

function withoutByteOrderMark(chunk: Buffer): Buffer {
  return chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? chunk.subarray(3) : chunk;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
