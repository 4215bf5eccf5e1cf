import { randomBytes } from 'node:crypto';
import { importFile } from '@prospecting/directory/import';
import { GUIDE_FILES } from '@prospecting/directory/sample';
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

export async function startInstallation(): Promise<Installation> {
  const database = await createTestDatabase(schemas);
  const databases = databaseUrls((role) => database.urlFor(role));
  const identityKey = randomBytes(24).toString('hex');
  for (const { kind, path: input, format } of GUIDE_FILES) {
    const { rejected } = await importFile(kind, { databaseUrl: databases.importer, identityKey, input, format });
    expect(rejected, `rejected ${kind}`).to.equal(0);
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
