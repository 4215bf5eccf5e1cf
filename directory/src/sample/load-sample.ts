import { Readable } from 'node:stream';
import { contactsOf, switchboardsOf, toBlocks } from '../generate/index.js';
import {
  importFile,
  type FormatName,
  type ImportOptions,
  type ImportResult,
  type RecordKind,
} from '../import/index.js';
import { openSession } from '../import/session.js';
import { GUIDE_FILES, KNOWN_ORGANIZATION, SAMPLE_FILES, sampleOrganizations } from './sample-organizations.js';
import { selectHasSwitchboard, type HasSwitchboardRow } from './sql/select-has-switchboard.js';

export interface LoadSampleOptions {
  /** Connects as a role that may write the directory: `prospect_importer`. */
  readonly databaseUrl: string;
  readonly identityKey: string | Buffer;
  /** Called after the import of each file or series of generated records. */
  readonly onProgress?: (kind: RecordKind, result: ImportResult) => void;
}

/** Numbers of records that the sample added. */
export interface SampleResult {
  /** False when the sample was already loaded; the counts are then 0. */
  readonly loaded: boolean;
  readonly organizations: number;
  readonly contacts: number;
  readonly switchboards: number;
}

const SEED = 15;
const CONTACTS_PER_ORGANIZATION = 3;

/**
 * Loads the sample data unless it is already loaded. Completes a sample whose load was interrupted.
 * Leaves a complete one unchanged, because newer imports may have changed its organizations.
 *
 * @throws validation_failed or service_unavailable, as `importFile` does
 */
export async function loadSample(options: LoadSampleOptions): Promise<SampleResult> {
  if (await isLoaded(options.databaseUrl)) return { loaded: false, organizations: 0, contacts: 0, switchboards: 0 };
  const added = { organizations: 0, contacts: 0, switchboards: 0 };
  const load = async (kind: RecordKind, input: ImportOptions['input'], format: FormatName): Promise<void> => {
    const { databaseUrl, identityKey } = options;
    const result = await importFile(kind, { databaseUrl, identityKey, input, format });
    added[kind] += result.inserted;
    options.onProgress?.(kind, result);
  };
  for (const { path, format } of SAMPLE_FILES) await load('organizations', path, format);
  for (const { kind, path, format } of GUIDE_FILES) await load(kind, path, format);
  const organizations = await sampleOrganizations();
  const contacts = contactsOf(organizations, CONTACTS_PER_ORGANIZATION, SEED);
  await load('contacts', Readable.from(toBlocks(contacts)), 'canonical');
  // Last, because `isLoaded` takes the known organization's switchboard as the sign of a full
  // sample.
  await load('switchboards', Readable.from(toBlocks(switchboardsOf(organizations, SEED))), 'canonical');
  return { loaded: true, ...added };
}

async function isLoaded(databaseUrl: string): Promise<boolean> {
  const { countryCode, organizationNumber } = KNOWN_ORGANIZATION;
  const session = await openSession(databaseUrl);
  try {
    const { name, text } = selectHasSwitchboard;
    const values = [countryCode + organizationNumber];
    const { rows } = await session.query<HasSwitchboardRow>({ name, text, values });
    return rows[0]?.hasSwitchboard === true;
  } finally {
    await session.end();
  }
}
