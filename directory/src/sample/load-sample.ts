import { Readable } from 'node:stream';
import { blocks, contactsOf, switchboardsOf } from '../generate/index.js';
import { importFile, type ImportOptions, type ImportResult, type RecordKind } from '../import/index.js';
import { openSession } from '../import/session.js';
import { KNOWN_ORGANIZATION } from './known-organization.js';
import { SAMPLE_FILES, sampleOrganizations } from './sample-organizations.js';
import { FIND_SWITCHBOARD } from './sql/find-switchboard.js';

export interface LoadSampleOptions {
  /** Of a role that may write the directory: `prospect_importer`. */
  readonly databaseUrl: string;
  readonly identityKey: string | Buffer;
  /** Told of each file or series of records once it is in. */
  readonly onProgress?: (kind: RecordKind, result: ImportResult) => void;
}

/** Records that the sample brought. */
export interface SampleResult {
  /** False when it had been loaded before; then nothing was touched, and the counts are 0. */
  readonly loaded: boolean;
  readonly organizations: number;
  readonly contacts: number;
  readonly switchboards: number;
}

const SEED = 15;
const CONTACTS_PER_ORGANIZATION = 3;

/**
 * Loads the sample data, unless it is there. A sample that was only begun is completed; one that is complete is left as it is,
 * because newer imports may have changed its organizations.
 *
 * @throws what the imports throw
 */
export async function loadSample(options: LoadSampleOptions): Promise<SampleResult> {
  if (await isLoaded(options.databaseUrl)) return { loaded: false, organizations: 0, contacts: 0, switchboards: 0 };
  const brought = { organizations: 0, contacts: 0, switchboards: 0 };
  const load = async (kind: RecordKind, input: ImportOptions['input'], format: string): Promise<void> => {
    const { databaseUrl, identityKey } = options;
    const result = await importFile(kind, { databaseUrl, identityKey, input, format });
    brought[kind] += result.inserted;
    options.onProgress?.(kind, result);
  };
  for (const { path, format } of SAMPLE_FILES) await load('organizations', path, format);
  const organizations = await sampleOrganizations();
  const contacts = contactsOf(organizations, CONTACTS_PER_ORGANIZATION, SEED);
  await load('contacts', Readable.from(blocks(contacts)), 'canonical');
  // Last: by the known organization's switchboard a complete sample is known.
  await load('switchboards', Readable.from(blocks(switchboardsOf(organizations, SEED))), 'canonical');
  return { loaded: true, ...brought };
}

async function isLoaded(databaseUrl: string): Promise<boolean> {
  const { countryCode, organizationNumber } = KNOWN_ORGANIZATION;
  const session = await openSession(databaseUrl);
  try {
    const { rows } = await session.query<{ found: boolean }>(FIND_SWITCHBOARD, [countryCode + organizationNumber]);
    return rows[0]?.found === true;
  } finally {
    await session.end();
  }
}
