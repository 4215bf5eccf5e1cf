import type { PoolClient } from '@prospecting/platform/postgres';
import { eventually } from '@prospecting/platform/testing';
import type { CreditsDatabase } from './credits-database.js';

export interface HeldOptions {
  readonly accountId: string;
  /** The name of the pool that the calls use. */
  readonly applicationName: string;
  /**
   * Called while all calls wait, with the connection that holds the balance and the pids of the
   * calls.
   */
  readonly whileWaiting?: (holder: PoolClient, pids: number[]) => Promise<unknown>;
}

/**
 * Starts calls while another transaction locks the account's balance, and unlocks it when all of
 * them wait. Each call starts after the previous one waits, so the calls get the lock in order.
 */
export async function whileHeld<Result>(
  database: CreditsDatabase,
  { accountId, applicationName, whileWaiting }: HeldOptions,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const holder = await database.superuser.connect();
  try {
    await holder.query('begin');
    await holder.query('select from credits.balances where account_id = $1 for update', [accountId]);
    const started: Promise<Result>[] = [];
    for (const call of calls) {
      const answer = call();
      // The result is awaited below. Until then a rejection has no handler.
      answer.catch(() => undefined);
      started.push(answer);
      await waiting(database, applicationName, started.length);
    }
    await whileWaiting?.(holder, await waiting(database, applicationName, started.length));
    await holder.query('commit');
    return await Promise.all(started);
  } finally {
    holder.release();
  }
}

/** Waits until `count` connections of an application wait for a lock, and returns their pids. */
async function waiting(database: CreditsDatabase, applicationName: string, count: number): Promise<number[]> {
  const pids = await eventually(
    async () => {
      const { rows } = await database.superuser.query<{ pid: number }>(
        `select pid from pg_stat_activity
        where application_name = $1 and wait_event_type = 'Lock' and datname = current_database()`,
        [applicationName],
      );
      return rows.map((row) => row.pid);
    },
    (found) => found.length >= count,
  );
  if (pids.length < count) throw new Error(`${pids.length} of ${count} calls wait for the balance`);
  return pids;
}
