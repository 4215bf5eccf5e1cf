import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { importContacts, importOrganizations, importSwitchboards } from '@prospecting/directory/import';
import { databaseUrls, schemas, startStack } from '@prospecting/embedded';
import { createTestDatabase } from '@prospecting/platform/testing';
import { expect } from 'chai';

/** Balance of a reader's account before the first step of a page. */
export interface Credits {
  readonly included: number;
  readonly purchased: number;
}

/** The variables that every page tells its reader to set. */
export interface Reader {
  readonly PROSPECTING_API_KEY: string;
  readonly PROSPECTING_BASE_URL: string;
}

/** All services on a database with the records that the pages name. */
export interface Installation {
  /** Creates an account with the limits that every key has by default. */
  createReader(name: string, credits: Credits): Promise<Reader>;
  stop(): Promise<void>;
}

const IMPORTS = {
  'organizations.jsonl': importOrganizations,
  'contacts.jsonl': importContacts,
  'switchboards.jsonl': importSwitchboards,
};

/** @param records folder of the records: a file for each import */
export async function startInstallation(records: string): Promise<Installation> {
  const database = await createTestDatabase(schemas);
  const databases = databaseUrls((role) => database.urlFor(role));
  const identityKey = randomBytes(24).toString('hex');
  for (const [file, importRecords] of Object.entries(IMPORTS)) {
    const input = createReadStream(path.join(records, file));
    const { rejected } = await importRecords({ databaseUrl: databases.importer, input, identityKey });
    expect(rejected, `rejected records of ${file}`).to.equal(0);
  }
  const stack = await startStack({
    databases,
    secrets: {
      adminToken: randomBytes(24).toString('hex'),
      cursorKeys: [randomBytes(24).toString('hex')],
      soleTraderKey: identityKey,
      storedResponseSecrets: [randomBytes(24).toString('hex')],
    },
  });
  async function post<Answer>(resource: string, body: object): Promise<Answer> {
    const response = await fetch(`${stack.adminUrl}/admin/v1${resource}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stack.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, resource).to.be.within(200, 299);
    return (await response.json()) as Answer;
  }
  return {
    async createReader(name, credits) {
      const { id } = await post<{ id: string }>('/accounts', { name, credits });
      const { key } = await post<{ key: string }>(`/accounts/${id}/keys`, { name: 'guides' });
      return { PROSPECTING_API_KEY: key, PROSPECTING_BASE_URL: stack.baseUrl };
    },
    async stop() {
      await stack.stop();
      await database.drop();
    },
  };
}
