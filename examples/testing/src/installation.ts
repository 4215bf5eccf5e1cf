import { auditTables } from '@prospecting/e2e/support/audit.js';
import type { Wishes } from '@prospecting/e2e/support/customer.js';
import { importTargetOf, prepareOurs } from '@prospecting/e2e/support/ours.js';
import type { Directory } from '@prospecting/e2e/support/records.js';
import { seed } from '@prospecting/e2e/support/seed.js';
import { schemas } from '@prospecting/embedded';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createTestDatabase, type TestDatabase } from '@prospecting/platform/testing';

/** An account that an example spends from. */
export interface Account {
  readonly key: string;
  /** Credits left. */
  balance(): Promise<number>;
}

export interface TestInstallation {
  /** Base address of the API, as PROSPECTING_BASE_URL has it. */
  readonly baseUrl: string;
  /** Makes an account with a key whose limits no test reaches. */
  account(wishes?: Wishes): Promise<Account>;
  /** Returns every fact on record that contradicts "charged once". */
  contradictions(): Promise<string[]>;
}

/** Runs a whole installation with these records during the tests of the surrounding `describe`. */
export function useInstallation(directory: Directory): TestInstallation {
  const { installation, start, stop } = prepareOurs('in-process', directory);
  let database: TestDatabase;
  let superuser: Pool;
  before(async () => {
    database = await createTestDatabase(schemas);
    await seed(importTargetOf(database), directory);
    await start(database);
    superuser = createPool({ connectionString: database.url, applicationName: 'examples', maxConnections: 1 });
  });
  after(async () => {
    await superuser.end();
    await stop();
    await database.drop();
  });
  return {
    get baseUrl() {
      return `${installation.publicUrl}/external/v1`;
    },
    async account(wishes = {}) {
      const { accountId, key } = await installation.customer(wishes);
      const balance = async (): Promise<number> =>
        (await installation.admin.get<{ total: number }>(`/accounts/${accountId}/credits`)).total;
      return { key, balance };
    },
    contradictions: () =>
      auditTables(async <Row extends object>(text: string, values: unknown[] = []) => {
        const { rows } = await superuser.query<Row>(text, values);
        return rows;
      }),
  };
}
