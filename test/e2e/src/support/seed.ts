import { Readable } from 'node:stream';
import { importContacts, importOrganizations, importSwitchboards } from '@prospecting/directory/import';
import type { TestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';
import type { Directory } from './records.js';

export const SOLE_TRADER_KEY = 'a sole trader key for tests, 32 characters or more';

/**
 * Imports the records as an operator does. Asserts that all of them are inserted, since a test
 * cannot rely on a rejected record.
 */
export async function seed(database: TestDatabase, directory: Directory): Promise<void> {
  const imports = [
    [importOrganizations, directory.organizations],
    [importContacts, directory.contacts],
    [importSwitchboards, directory.switchboards],
  ] as const;
  for (const [importRecords, records = []] of imports) {
    if (records.length === 0) continue;
    const { inserted, rejected } = await importRecords({
      databaseUrl: database.urlFor('prospect_importer'),
      input: Readable.from([Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))]),
      identityKey: SOLE_TRADER_KEY,
    });
    expect({ inserted, rejected }, 'records of the test').to.deep.equal({ inserted: records.length, rejected: 0 });
  }
}
