import type { FaultyDatabase } from '../database.js';
import type { Verification } from './verification.js';

/** Counts the logged requests that were made before an instant. */
export async function countLogged({ query }: FaultyDatabase, before: Date): Promise<number> {
  const [row] = await query<{ count: number }>('select count(*) as count from edge.request_log where at < $1', [
    before,
  ]);
  return row?.count ?? 0;
}

/**
 * Checks that the request log kept its entries from before the faults: retention follows the right
 * time.
 */
export async function verifyRequestLog({ database, logged }: Verification): Promise<string[]> {
  const left = await countLogged(database, logged.before);
  return left >= logged.count
    ? []
    : [`of ${logged.count} requests that were logged before the faults, ${left} are left`];
}
