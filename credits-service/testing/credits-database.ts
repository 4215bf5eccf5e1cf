import { ManualClock } from '@prospecting/platform/clock';
import { DomainError } from '@prospecting/platform/errors';
import { fromTimestamp, type CallContext } from '@prospecting/platform/grpc';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createTestDatabase } from '@prospecting/platform/testing';
import type { credits } from '@prospecting/protos';
import { creditsSchema } from '#src/migrations/index.js';
import { createCreditsLedger } from '#src/rpc/ledger.js';
import { createCreditsReader } from '#src/rpc/reader.js';

/**
 * Both services on a test database under their runtime role, and a superuser's pool for inspection.
 */
export interface CreditsDatabase {
  /** Connection string of the service's own role. */
  readonly url: string;
  readonly pool: Pool;
  readonly superuser: Pool;
  readonly clock: ManualClock;
  readonly reader: ReturnType<typeof createCreditsReader>;
  readonly ledger: ReturnType<typeof createCreditsLedger>;
  /** Opens another pool of the runtime role. The caller ends it. */
  openPool(applicationName: string, maxConnections: number): Pool;
  close(): Promise<void>;
}

export async function createCreditsDatabase(): Promise<CreditsDatabase> {
  const database = await createTestDatabase([creditsSchema]);
  // Without a lock timeout and with a long wait for a connection, tests pass on a busy machine.
  const openPool = (applicationName: string, maxConnections: number): Pool =>
    createPool({
      connectionString: database.urlFor('prospect_credits'),
      applicationName,
      maxConnections,
      acquireTimeoutMs: 10_000,
    });
  const pool = openPool('credits-test', 8);
  const superuser = createPool({ connectionString: database.url, applicationName: 'credits-test', maxConnections: 8 });
  const clock = new ManualClock('2026-01-31T12:00:00Z');
  return {
    url: database.urlFor('prospect_credits'),
    pool,
    superuser,
    clock,
    openPool,
    reader: createCreditsReader({ pool, clock }),
    ledger: createCreditsLedger({ pool, clock }),
    async close() {
      await Promise.all([pool.end(), superuser.end()]);
      await database.drop();
    },
  };
}

export const call = (): CallContext => ({ deadlineAt: Date.now() + 10_000 });

/** Returns the id of the nth account. */
export function testAccount(n: number): string {
  return `aaaaaaaa-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Returns the id of the nth reservation. */
export function testReservation(n: number): string {
  return `bbbbbbbb-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** Shortens a balance to: included, purchased, allowance, renewal. */
export function brief(balance: credits.Balance | undefined): unknown[] {
  if (balance === undefined) return [];
  const { includedMillicredits, purchasedMillicredits, subscription } = balance;
  const renewsAt = subscription?.renewsAt ?? undefined;
  const renewal = renewsAt === undefined ? [] : [fromTimestamp(renewsAt).toISOString()];
  return [includedMillicredits, purchasedMillicredits, subscription?.includedMillicredits, ...renewal];
}

/** Shortens an account's ledger to kind and signed changes, oldest first. */
export async function briefLedger(reader: CreditsDatabase['reader'], accountId: string): Promise<unknown[]> {
  const { entries } = await reader.listEntries({ accountId, afterEntryId: 0, limit: 1000 }, call());
  return entries.map((entry) => [entry.kind, entry.includedMillicredits, entry.purchasedMillicredits]);
}

/** Returns how a call was refused: the code, and the messages by field. */
export async function refusal(answer: Promise<unknown>): Promise<unknown[]> {
  const { code, members } = await refusalError(answer);
  return [code, members.errors];
}

/** Returns the error that refused a call. */
export async function refusalError(answer: Promise<unknown>): Promise<DomainError> {
  const error: unknown = await answer.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof DomainError)) throw new Error('not refused', { cause: error });
  return error;
}

/** Runs a statement that should fail, and returns its error. */
export async function failureOf(pool: Pool, text: string): Promise<unknown> {
  return pool.query(text).then(
    () => 'not refused',
    (failure: unknown) => failure,
  );
}

/**
 * Wraps a pool so that it records the name and first value of each statement, and transactions as
 * `begin`.
 */
export function recordingPool(pool: Pool, sent: unknown[][]): Pool {
  const query = (config: { name: string; values: unknown[] }): unknown => {
    sent.push([config.name, config.values[0]]);
    return pool.query(config as never);
  };
  const connect = (): unknown => {
    sent.push(['begin']);
    return pool.connect();
  };
  return Object.create(pool, { query: { value: query }, connect: { value: connect } }) as Pool;
}
