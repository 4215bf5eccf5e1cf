import type { Clock } from '@prospecting/platform/clock';
import { inTransaction, type Pool, type Queryable } from '@prospecting/platform/postgres';
import { createNumberHashes } from './number-hashes.js';
import { judge, MISS_COUNTS_MS, Misses, type Look, type Tried, type Verdict } from './misses.js';
import { deleteMisses } from './sql/delete-misses.js';
import { insertMisses } from './sql/insert-misses.js';
import { lockPrefixes } from './sql/lock-prefixes.js';
import { readMisses } from './sql/read-misses.js';

/**
 * What accounts asked for in vain, kept for all gateways together. What asks the database may throw
 * service_unavailable.
 */
export interface MissedNumbers {
  /** How the ten digits of a personal number are named here. */
  named(accountId: string, digits: string): Tried;
  /** The misses that count now, of the prefixes of some numbers. */
  read(accountId: string, numbers: readonly Tried[]): Promise<Misses>;
  /**
   * Judges looks in the order given, after all that other requests have settled, and counts the
   * misses. Answers the verdict, and the misses that count after it.
   */
  settle<Number extends Look>(accountId: string, looks: readonly Number[]): Promise<Settled<Number>>;
  /** Deletes what counts no more; answers how many rows. */
  sweep(): Promise<number>;
}

export interface Settled<Number extends Look> extends Verdict<Number> {
  readonly misses: Misses;
}

export interface MissedNumbersOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  /** At least one; the first keys the hashes. With a new one counting begins again. */
  readonly secrets: readonly string[];
}

const SWEEP_BATCH = 500;

export function createMissedNumbers({ pool, clock, secrets }: MissedNumbersOptions): MissedNumbers {
  const [secret] = secrets;
  if (secret === undefined) throw new Error('missed numbers need a secret');
  async function read(on: Queryable, accountId: string, numbers: readonly Tried[], now: Date): Promise<Misses> {
    const prefixes = prefixesOf(numbers).map(toBytes);
    // What a gateway with a wrong clock wrote for a later day must not count until that day.
    return new Misses(
      await readMisses.run(on, [accountId, prefixes, after(now, -MISS_COUNTS_MS), after(now, MISS_COUNTS_MS)]),
    );
  }
  return {
    named: createNumberHashes(secret),
    read: (accountId, numbers) => read(pool, accountId, numbers, clock.now()),
    async settle(accountId, looks) {
      const now = clock.now();
      return inTransaction(pool, async (client) => {
        // Also where all were found: shown without waiting, the right guess among many requests at
        // once would get ahead of the wrong ones that queue to be counted.
        await lockPrefixes.run(client, [prefixesOf(looks).map(lockOf).toSorted()]);
        // In a statement of its own, so that it sees what the last holder of the locks has committed.
        const misses = await read(client, accountId, looks, now);
        const verdict = judge(misses, looks);
        if (verdict.missed.length > 0) await insertMisses.run(client, [accountId, ...columnsOf(verdict.missed), now]);
        return { ...verdict, misses };
      });
    },
    async sweep() {
      let total = 0;
      for (;;) {
        const [row] = await deleteMisses.run(pool, [after(clock.now(), -MISS_COUNTS_MS), SWEEP_BATCH]);
        const deleted = row?.deleted ?? 0;
        total += deleted;
        if (deleted < SWEEP_BATCH) return total;
      }
    },
  };
}

function prefixesOf(numbers: readonly Tried[]): string[] {
  return [...new Set(numbers.map(({ prefix }) => prefix))];
}

/**
 * The number of a prefix's advisory lock. The hash is of account and prefix; two that share a lock
 * by chance only wait for each other.
 */
export function lockOf(prefix: string): string {
  return String(toBytes(prefix).readBigInt64BE());
}

function columnsOf(numbers: readonly Tried[]): [prefixHashes: Buffer[], numberHashes: Buffer[]] {
  return [numbers.map(({ prefix }) => toBytes(prefix)), numbers.map(({ number }) => toBytes(number))];
}

function toBytes(hash: string): Buffer {
  return Buffer.from(hash, 'hex');
}

function after(instant: Date, durationMs: number): Date {
  return new Date(instant.getTime() + durationMs);
}
