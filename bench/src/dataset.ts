import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writeGenerated } from '@prospecting/directory/generate';
import { importContacts, importOrganizations } from '@prospecting/directory/import';
import { databaseUrls, schemas, type DatabaseUrls } from '@prospecting/embedded';
import { copyDatabase, dropDatabase, listDatabases, makeDatabase, renameDatabase, urlOf } from './database.js';
import { notify, type Started } from './server.js';

/** Not secret, since all records are invented. Loading and serving must use the same key. */
export const SOLE_TRADER_KEY = 'the key of a benchmark whose records are all invented';

/** What determines a data set. */
export interface DatasetSize {
  readonly organizations: number;
  /** The mean number of contacts per organization. */
  readonly contactsPer: number;
  readonly seed: number;
}

export interface Dataset {
  /** The name of the database. */
  readonly name: string;
  /** The superuser's URL. */
  readonly url: string;
  readonly urls: DatabaseUrls;
}

const PREFIX = 'bench_lookup_';

/**
 * Returns the database with the data set, and loads it unless an earlier run did. Drops data sets
 * of another schema version.
 */
export async function provideDataset(serverUrl: string, dataDir: string, size: DatasetSize): Promise<Dataset> {
  const version = createHash('sha256').update(JSON.stringify(schemas)).digest('hex').slice(0, 8);
  const name = `${PREFIX}${version}_${size.organizations}_${size.contactsPer}_${size.seed}`;
  const present = await listDatabases(serverUrl, PREFIX);
  for (const stale of present.filter((each) => !each.startsWith(PREFIX + version)))
    await dropDatabase(serverUrl, stale);
  if (!present.includes(name)) await load(serverUrl, dataDir, name, size);
  return datasetOf(serverUrl, name);
}

/**
 * Copies a data set for one run whose writes are permanent, such as reveals, and adds the copy to
 * `started`, since it is dropped at the end.
 */
export async function copyDataset(
  serverUrl: string,
  { name }: Dataset,
  copy: string,
  started: Started[],
): Promise<Dataset> {
  started.push({ stop: () => dropDatabase(serverUrl, copy) });
  await copyDatabase(serverUrl, name, copy);
  return datasetOf(serverUrl, copy);
}

function datasetOf(serverUrl: string, name: string): Dataset {
  return { name, url: urlOf(serverUrl, name), urls: databaseUrls((role) => urlOf(serverUrl, name, role)) };
}

/** Loads under another name, and renames the database when it is complete. */
async function load(serverUrl: string, dataDir: string, name: string, size: DatasetSize): Promise<void> {
  const unfinished = `${name}_unfinished`;
  await makeDatabase(serverUrl, unfinished, schemas);
  const directory = path.join(dataDir, 'generated');
  try {
    notify(`generating ${size.organizations} organizations with ${size.contactsPer} contacts each`);
    const files = await writeGenerated({ ...size, directory });
    const into = { databaseUrl: urlOf(serverUrl, unfinished, 'prospect_importer'), identityKey: SOLE_TRADER_KEY };
    for (const [kind, importRecords, input] of [
      ['organizations', importOrganizations, files.organizations],
      ['contacts', importContacts, files.contacts],
    ] as const) {
      const { inserted, rejected, seconds } = await importRecords({ ...into, input });
      notify(`loaded ${inserted} ${kind} in ${seconds.toFixed(1)} s (${rejected} rejected)`);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  await renameDatabase(serverUrl, unfinished, name);
}
