import { createPool, readMigrations, type Pool, type SchemaModule } from '@prospecting/platform/postgres';
import { createLogger, type Logger } from '@prospecting/platform/telemetry';
import { createTestDatabase, ManualClock, type TestDatabase } from '@prospecting/platform/testing';
import { createAccounts, type Account, type Accounts } from '#src/accounts/accounts.js';
import { createKeyAdministration, type KeyAdministration } from '#src/api-keys/key-administration.js';
import { accountsSchema } from '#src/migrations/index.js';

/**
 * For tests: a database with the schemas `accounts` and `edge`, accessed with admin-service's role.
 */
export interface TestAccounts {
  readonly database: TestDatabase;
  /** Connection string of admin-service's role. */
  readonly url: string;
  readonly pool: Pool;
  /** The same database as the superuser. */
  readonly operator: Pool;
  readonly clock: ManualClock;
  readonly logger: Logger;
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
  newAccount(changes?: Partial<Account>): Promise<Account>;
  close(): Promise<void>;
}

/**
 * The gateway's schema, whose request log admin-service reads. Its migrations are files, so this
 * imports no gateway code.
 */
export const edgeSchema: SchemaModule = {
  schema: 'edge',
  ownerRole: 'prospect_gateway_owner',
  runtimeRoles: ['prospect_gateway', 'prospect_admin'],
  migrations: readMigrations(new URL('../../../gateway/migrations/', import.meta.url)),
};

export async function openTestAccounts(start: Date | string = '2026-03-01T12:00:00Z'): Promise<TestAccounts> {
  const database = await createTestDatabase([accountsSchema, edgeSchema]);
  const url = database.urlFor('prospect_admin');
  const pool = createPool({ connectionString: url, applicationName: 'test', maxConnections: 5 });
  const operator = createPool({ connectionString: database.url, applicationName: 'test-operator', maxConnections: 2 });
  const clock = new ManualClock(start);
  const accounts = createAccounts({ pool, clock });
  return {
    database,
    url,
    pool,
    operator,
    clock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    accounts,
    keys: createKeyAdministration({ pool, clock }),
    newAccount: (changes = {}) =>
      accounts.create({ name: 'Fjord AB', apiEnabled: true, targetRoles: [], priceGroup: 'default', ...changes }),
    async close() {
      await Promise.all([pool.end(), operator.end()]);
      await database.drop();
    },
  };
}
