import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { generateContacts, generateOrganizations, toBlocks } from '@prospecting/directory/generate';
import type { DatasetSize } from './dataset.js';

/** A file with records of the data set, some of them changed. */
export interface ChangedFile {
  readonly kind: 'organizations' | 'contacts';
  readonly path: string;
  readonly records: number;
  /** How many records differ from those of any other revision. */
  readonly changed: number;
}

/** One record in so many is changed. */
const CHANGED_EVERY = 10;

/**
 * Writes the data set's files with changes that no expected answer depends on: a description, a job
 * title. Every revision changes the same records.
 */
export async function writeChanged(
  { organizations, contactsPer, seed }: DatasetSize,
  revision: number,
  directory: string,
): Promise<ChangedFile[]> {
  await mkdir(directory, { recursive: true });
  return [
    await write(directory, 'organizations', generateOrganizations({ count: organizations, seed }), {
      description: `This is revision ${revision}.`,
    }),
    await write(directory, 'contacts', generateContacts({ organizations, contactsPer, seed }), {
      jobTitle: `Inspector ${revision}`,
    }),
  ];
}

async function write(
  directory: string,
  kind: ChangedFile['kind'],
  lines: Iterable<string>,
  change: Readonly<Record<string, string>>,
): Promise<ChangedFile> {
  const file = path.join(directory, `${kind}.jsonl.gz`);
  let records = 0;
  const blocks = toBlocks(changeEvery(CHANGED_EVERY, lines, change), (more) => (records += more));
  await pipeline(Readable.from(blocks), createGzip({ level: 1 }), createWriteStream(file));
  return { kind, path: file, records, changed: Math.ceil(records / CHANGED_EVERY) };
}

/** Yields JSON lines, every `count`th from the first with other values. */
export function* changeEvery(
  count: number,
  lines: Iterable<string>,
  change: Readonly<Record<string, string>>,
): Generator<string, void> {
  let index = 0;
  for (const line of lines) {
    yield index % count === 0 ? `${JSON.stringify({ ...(JSON.parse(line) as object), ...change })}\n` : line;
    index += 1;
  }
}
