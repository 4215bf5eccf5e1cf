import type { Clock } from '@prospecting/platform/clock';
import { inTransaction, type Pool, type Queryable } from '@prospecting/platform/postgres';
import { judge, MISS_COUNTS_MS, Misses, type HashedNumber, type Lookup, type Verdict } from './misses.js';
import { createNumberHashes } from './personal-numbers.js';
import { deleteMisses } from './sql/delete-misses.js';
import { lockPrefixes } from './sql/lock-prefixes.js';
import { selectMisses } from './sql/select-misses.js';
import { upsertMisses } from './sql/upsert-misses.js';

/**
 * The personal numbers that accounts asked for without a match, counted across all gateways. Every
 * method that asks the database may throw service_unavailable.
 */
export interface MissedNumbers {
  /** Hashes the ten digits of a personal number for an account. */
  hash(accountId: string, digits: string): HashedNumber;
  /** Reads the misses that count now, for the prefixes of the given numbers. */
  read(accountId: string, numbers: readonly HashedNumber[]): Promise<Misses>;
  /**
   * Judges lookups in order, after all lookups that other requests have settled, and counts their
   * misses. Returns the verdict and the misses that count after it.
   */
  settle<Number extends Lookup>(accountId: string, lookups: readonly Number[]): Promise<Settled<Number>>;
  /** Deletes one batch of misses that no longer count, and returns how many. */
  sweep(): Promise<number>;
}

export interface Settled<Number extends Lookup> extends Verdict<Number> {
  readonly misses: Misses;
}

export interface MissedNumbersOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  /** At least one. The first keys the hashes; a new first secret restarts the count. */
  readonly secrets: readonly string[];
}

const SWEEP_BATCH = 500;

export function createMissedNumbers({ pool, clock, secrets }: MissedNumbersOptions): MissedNumbers {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('missed numbers need a secret');
  async function read(on: Queryable, accountId: string, numbers: readonly HashedNumber[], now: Date): Promise<Misses> {
    const prefixes = prefixesOf(numbers).map(toBytes);
    // A miss from the future was written by a gateway with a wrong clock. It must not count until
    // its day has passed.
    return new Misses(
      await selectMisses.run(on, [accountId, prefixes, after(now, -MISS_COUNTS_MS), after(now, MISS_COUNTS_MS)]),
    );
  }
  return {
    hash: createNumberHashes(secret),
    read: (accountId, numbers) => read(pool, accountId, numbers, clock.now()),
    async settle(accountId, lookups) {
      const now = clock.now();
      return inTransaction(pool, async (client) => {
        // Also when all numbers were found. A right guess that did not wait would overtake the
        // wrong guesses of simultaneous requests, which wait to be counted.
        await lockPrefixes.run(client, [prefixesOf(lookups).map(lockOf).toSorted()]);
        // A separate statement sees what the previous holder of the locks has committed.
        const misses = await read(client, accountId, lookups, now);
        const verdict = judge(misses, lookups);
        if (verdict.missed.length > 0) await upsertMisses.run(client, [accountId, ...columnsOf(verdict.missed), now]);
        return { ...verdict, misses };
      });
    },
    async sweep() {
      const [row] = await deleteMisses.run(pool, [after(clock.now(), -MISS_COUNTS_MS), SWEEP_BATCH]);
      return row?.deleted ?? 0;
    },
  };
}

function prefixesOf(numbers: readonly HashedNumber[]): string[] {
  return [...new Set(numbers.map(({ prefix }) => prefix))];
}

/**
 * Returns the number of the advisory lock of a prefix. The prefix hashes account and birth date.
 * Two prefixes that share a lock by chance only wait for each other.
 */
export function lockOf(prefix: string): string {
  return String(toBytes(prefix).readBigInt64BE());
}

function columnsOf(numbers: readonly HashedNumber[]): [prefixHashes: Buffer[], numberHashes: Buffer[]] {
  return [numbers.map(({ prefix }) => toBytes(prefix)), numbers.map(({ number }) => toBytes(number))];
}

function toBytes(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

function after(instant: Date, durationMs: number): Date {
  return new Date(instant.getTime() + durationMs);
}
