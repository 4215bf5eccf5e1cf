import { statement } from '@prospecting/platform/postgres';

/**
 * Takes advisory locks until the transaction ends, in the order given. Callers sort them, so that
 * two transactions never wait for each other in a circle. Uses no index and locks no row: the first
 * miss of a prefix has no row to lock.
 */
export const lockPrefixes = statement<readonly [locks: readonly string[]], never>(
  'edge_lock_prefixes',
  'select pg_advisory_xact_lock(lock) from unnest($1::bigint[]) as locks (lock)',
);
