import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from '@prospecting/platform/postgres';
import type { CreditsDatabase } from './credits-database.js';

const LIMIT_MS = 10_000;

export interface HeldOptions {
  readonly accountId: string;
  /** Of the pool that the calls use. */
  readonly applicationName: string;
  /** Done by the holder's transaction while all calls wait; the pids are theirs. */
  readonly meanwhile?: (holder: PoolClient, pids: number[]) => Promise<unknown>;
}

/**
 * Starts calls while another transaction holds the account's balance, each once the one before it
 * waits, so that they get the lock in that order; lets go of it once all of them wait.
 */
export async function whileHeld<Result>(
  database: CreditsDatabase,
  { accountId, applicationName, meanwhile }: HeldOptions,
  calls: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const holder = await database.superuser.connect();
  try {
    await holder.query('begin');
    await holder.query('select from credits.balances where account_id = $1 for update', [accountId]);
    const started: Promise<Result>[] = [];
    for (const call of calls) {
      const answer = call();
      // Told below; until then a refusal has no listener.
      answer.catch(() => undefined);
      started.push(answer);
      await waiting(database, applicationName, started.length);
    }
    await meanwhile?.(holder, await waiting(database, applicationName, started.length));
    await holder.query('commit');
    return await Promise.all(started);
  } finally {
    holder.release();
  }
}

/** The connections of an application that wait for a lock, once there are so many. */
async function waiting(database: CreditsDatabase, applicationName: string, count: number): Promise<number[]> {
  const giveUpAt = performance.now() + LIMIT_MS;
  for (;;) {
    const { rows } = await database.superuser.query<{ pid: number }>(
      `select pid from pg_stat_activity
      where application_name = $1 and wait_event_type = 'Lock' and datname = current_database()`,
      [applicationName],
    );
    if (rows.length >= count) return rows.map((row) => row.pid);
    if (performance.now() > giveUpAt) throw new Error(`${rows.length} of ${count} calls wait for the balance`);
    await pause(5);
  }
}
