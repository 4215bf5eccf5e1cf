import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createLogger, type Logger } from '@prospecting/platform/telemetry';
import { createTestDatabase, ManualClock, type TestDatabase } from '@prospecting/platform/testing';
import {
  accountsSchema,
  createAccounts,
  createKeyAdministration,
  type Account,
  type Accounts,
  type KeyAdministration,
} from '@prospecting/admin-service';
import { LOCK_TIMEOUT_MS } from '#src/idempotency/shared-writes.js';
import { createRevocationCheck } from '#src/api-keys/revocations.js';
import { edgeSchema } from '#src/migrations/index.js';

/**
 * A real database for tests, with the connections of the gateway, admin-service and an operator.
 */
export interface TestEdge {
  readonly database: TestDatabase;
  /** Connection string of the role prospect_gateway. */
  readonly url: string;
  readonly pool: Pool;
  /** Connections of the role prospect_admin. */
  readonly admin: Pool;
  /** Connections of a superuser, for checks and for changes by hand. */
  readonly operator: Pool;
  readonly clock: ManualClock;
  readonly logger: Logger;
  readonly isRevoked: ReturnType<typeof createRevocationCheck>;
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
  newAccount(changes?: Partial<Account>): Promise<Account>;
  close(): Promise<void>;
}

export async function openTestEdge(start: Date | string = '2026-03-01T12:00:00Z'): Promise<TestEdge> {
  const database = await createTestDatabase([accountsSchema, edgeSchema]);
  const url = database.urlFor('prospect_gateway');
  const pool = createPool({
    connectionString: url,
    applicationName: 'test',
    maxConnections: 5,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
  const operator = createPool({ connectionString: database.url, applicationName: 'test-operator', maxConnections: 2 });
  const clock = new ManualClock(start);
  const admin = createPool({
    connectionString: database.urlFor('prospect_admin'),
    applicationName: 'test-admin',
    maxConnections: 2,
  });
  const accounts = createAccounts({ pool: admin, clock });
  return {
    database,
    url,
    pool,
    admin,
    operator,
    clock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    isRevoked: createRevocationCheck(pool),
    accounts,
    keys: createKeyAdministration({ pool: admin, clock }),
    newAccount: (changes = {}) =>
      accounts.create({ name: 'Fjord AB', apiEnabled: true, targetRoles: [], priceGroup: 'default', ...changes }),
    async close() {
      await Promise.all([pool.end(), admin.end(), operator.end()]);
      await database.drop();
    },
  };
}
