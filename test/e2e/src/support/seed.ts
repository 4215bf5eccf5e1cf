import { Readable } from 'node:stream';
import { importContacts, importOrganizations, importSwitchboards } from '@prospecting/directory/import';
import { expect } from 'chai';

export const SOLE_TRADER_KEY = 'a sole trader key for tests, 32 characters or more';

/** Records of an import, by the import that takes them. */
export interface ImportRecords {
  readonly organizations?: readonly object[];
  readonly contacts?: readonly object[];
  readonly switchboards?: readonly object[];
}

/** Where an import goes, as an operator says it. */
export interface ImportTarget {
  /** Database URL of the role that imports. */
  readonly databaseUrl: string;
  /** The secret under which sole traders' numbers are hashed. */
  readonly identityKey: string;
}

/** Counts of records. */
interface Imported {
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
}

/** Imports the records as an operator does, and returns what became of them. */
export async function load({ databaseUrl, identityKey }: ImportTarget, records: ImportRecords): Promise<Imported> {
  const imports = [
    [importOrganizations, records.organizations],
    [importContacts, records.contacts],
    [importSwitchboards, records.switchboards],
  ] as const;
  const sum = { inserted: 0, updated: 0, unchanged: 0, rejected: 0 };
  for (const [importRecords, file = []] of imports) {
    if (file.length === 0) continue;
    const input = Readable.from([Buffer.from(file.map((record) => `${JSON.stringify(record)}\n`).join(''))]);
    const result = await importRecords({ databaseUrl, input, identityKey });
    for (const count of ['inserted', 'updated', 'unchanged', 'rejected'] as const) sum[count] += result[count];
  }
  return sum;
}

/**
 * Imports the records of a test into a directory that has none of them. Asserts that all of them
 * are inserted, since a test cannot rely on a rejected record.
 */
export async function seed(target: ImportTarget, records: ImportRecords): Promise<void> {
  const { inserted, rejected } = await load(target, records);
  expect({ inserted, rejected }, 'records of the test').to.deep.equal({ inserted: sizeOf(records), rejected: 0 });
}

/**
 * Imports the records of a test into a directory that may have them from an earlier run. Asserts
 * that they are as the test says, and that no other record had their ids.
 */
export async function seedAgain(target: ImportTarget, records: ImportRecords): Promise<void> {
  const { inserted, unchanged, ...others } = await load(target, records);
  expect({ known: inserted + unchanged, ...others }, 'records of the test').to.deep.equal({
    known: sizeOf(records),
    updated: 0,
    rejected: 0,
  });
}

function sizeOf({ organizations = [], contacts = [], switchboards = [] }: ImportRecords): number {
  return organizations.length + contacts.length + switchboards.length;
}
