import { ManualClock } from '@prospecting/platform/clock';
import { DomainError } from '@prospecting/platform/errors';
import { fromTimestamp, type Call } from '@prospecting/platform/grpc';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { createTestDatabase } from '@prospecting/platform/testing';
import type { credits } from '@prospecting/protos';
import { creditsSchema } from '../migrations/index.js';
import { createCreditsLedger } from '../rpc/ledger.js';
import { createCreditsReader } from '../rpc/reader.js';

/** Both services on a test database as their runtime role, and a superuser's pool for looking. */
export interface CreditsDatabase {
  readonly pool: Pool;
  readonly superuser: Pool;
  readonly clock: ManualClock;
  readonly reader: ReturnType<typeof createCreditsReader>;
  readonly ledger: ReturnType<typeof createCreditsLedger>;
  close(): Promise<void>;
}

export async function createCreditsDatabase(): Promise<CreditsDatabase> {
  const database = await createTestDatabase([creditsSchema]);
  const open = (connectionString: string): Pool =>
    createPool({ connectionString, applicationName: 'credits-test', maxConnections: 8 });
  const pool = open(database.urlFor('prospect_credits'));
  const superuser = open(database.url);
  const clock = new ManualClock('2026-01-31T12:00:00Z');
  return {
    pool,
    superuser,
    clock,
    reader: createCreditsReader({ pool, clock }),
    ledger: createCreditsLedger({ pool, clock }),
    async close() {
      await Promise.all([pool.end(), superuser.end()]);
      await database.drop();
    },
  };
}

export const call = (): Call => ({ deadlineAt: Date.now() + 10_000 });

/** The n-th account. */
export function testAccount(n: number): string {
  return `aaaaaaaa-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** The n-th reservation. */
export function testReservation(n: number): string {
  return `bbbbbbbb-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** A balance in short: what is there, the allowance and the renewal. */
export function brief(balance: credits.Balance | undefined): unknown[] {
  if (balance === undefined) return [];
  const { includedMillicredits, purchasedMillicredits, subscription } = balance;
  const renewsAt = subscription?.renewsAt ?? undefined;
  const renewal = renewsAt === undefined ? [] : [fromTimestamp(renewsAt).toISOString()];
  return [includedMillicredits, purchasedMillicredits, subscription?.includedMillicredits, ...renewal];
}

/** An account's ledger in short: kind and signed changes, oldest first. */
export async function briefLedger(reader: CreditsDatabase['reader'], accountId: string): Promise<unknown[]> {
  const { entries } = await reader.listEntries({ accountId, afterEntryId: 0, limit: 1000 }, call());
  return entries.map((entry) => [entry.kind, entry.includedMillicredits, entry.purchasedMillicredits]);
}

/** How a call was refused: its code, and the messages by field. */
export async function refusal(answer: Promise<unknown>): Promise<unknown[]> {
  const error: unknown = await answer.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof DomainError)) throw new Error('not refused', { cause: error });
  return [error.code, error.members.errors];
}
