import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { toBlocks } from './blocks.js';
import { generateContacts } from './contacts.js';
import { generateOrganizations } from './organizations.js';
import { generateSwitchboards } from './switchboards.js';

export interface WriteGeneratedOptions {
  readonly organizations: number;
  /** Mean number of contacts of an organization. */
  readonly contactsPer: number;
  /** The same seed gives the same files. */
  readonly seed: number;
  /** Path of the folder for the files. It is created if needed; existing files are replaced. */
  readonly directory: string;
  /** Called after each block of records. */
  readonly onProgress?: (written: Readonly<WrittenRecords>) => void;
}

export interface WrittenRecords {
  readonly organizations: number;
  readonly contacts: number;
  readonly switchboards: number;
}

/** Paths of the files in the order in which to import them, and their numbers of records. */
export interface GeneratedFiles {
  readonly organizations: string;
  readonly contacts: string;
  readonly switchboards: string;
  readonly written: WrittenRecords;
}

/**
 * Writes `organizations.jsonl.gz`, `contacts.jsonl.gz` and `switchboards.jsonl.gz`, in the
 * canonical formats.
 */
export async function writeGenerated(options: WriteGeneratedOptions): Promise<GeneratedFiles> {
  const { organizations, contactsPer, seed, directory } = options;
  await mkdir(directory, { recursive: true });
  const written = { organizations: 0, contacts: 0, switchboards: 0 };
  const write = async (kind: keyof WrittenRecords, lines: Iterable<string>): Promise<string> => {
    const path = join(directory, `${kind}.jsonl.gz`);
    const counted = toBlocks(lines, (records) => {
      written[kind] += records;
      options.onProgress?.(written);
    });
    // The fastest level: the files are read once or twice, on the same machine.
    await pipeline(Readable.from(counted), createGzip({ level: 1 }), createWriteStream(path));
    return path;
  };
  return {
    organizations: await write('organizations', generateOrganizations({ count: organizations, seed })),
    contacts: await write('contacts', generateContacts({ organizations, contactsPer, seed })),
    switchboards: await write('switchboards', generateSwitchboards({ organizations, seed })),
    written,
  };
}
