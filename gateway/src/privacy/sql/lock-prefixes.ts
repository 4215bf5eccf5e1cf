import { statement } from '@prospecting/platform/postgres';

/**
 * Holds advisory locks until the transaction ends, in the order given: sorted, so that two
 * transactions never wait for each other in a circle. No index; locks no row, as the first miss of a
 * prefix has none yet.
 */
export const lockPrefixes = statement<[locks: readonly string[]], Record<string, never>>(
  'edge_lock_prefixes',
  'select pg_advisory_xact_lock(lock) from unnest($1::bigint[]) as locks (lock)',
);
