import { DomainError } from '@prospecting/platform/errors';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createLogger, type Logger } from '@prospecting/platform/telemetry';
import { createTestDatabase, ManualClock, type TestDatabase } from '@prospecting/platform/testing';
import { createAccounts, type Account, type Accounts } from '../accounts/index.js';
import { LOCK_TIMEOUT_MS } from '../idempotency/shared-writes.js';
import { edgeSchema } from '../migrations/index.js';
import { createKeyAdministration, type KeyAdministration } from './key-administration.js';

/** For tests: a real edge database, reached as the gateway reaches it. */
export interface TestEdge {
  readonly database: TestDatabase;
  /** Connection string of the gateway's own role. */
  readonly url: string;
  readonly pool: Pool;
  /** The same database as superuser, for looking and for an operator's hand. */
  readonly operator: Pool;
  readonly clock: ManualClock;
  readonly logger: Logger;
  readonly accounts: Accounts;
  readonly keys: KeyAdministration;
  newAccount(changes?: Partial<Account>): Promise<Account>;
  close(): Promise<void>;
}

export async function openTestEdge(start: Date | string = '2026-03-01T12:00:00Z'): Promise<TestEdge> {
  const database = await createTestDatabase([edgeSchema]);
  const url = database.urlFor('prospect_gateway');
  const pool = createPool({
    connectionString: url,
    applicationName: 'test',
    maxConnections: 5,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
  });
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

/** Asks again without pause, but not for ever, until the answer is the wanted one: a notification takes its moment. */
export async function eventually<Value>(ask: () => Promise<Value> | Value, wanted: Value): Promise<void> {
  const giveUpAt = Date.now() + 10_000;
  for (;;) {
    const value = await ask();
    if (value === wanted) return;
    if (Date.now() > giveUpAt) throw new Error(`still ${String(value)}, not ${String(wanted)}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The code of the DomainError that a promise rejects with, or `ok`. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'ok';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
