import { statement } from '@prospecting/platform/postgres';

export interface MissRow {
  /** Hash in hex. */
  readonly prefix: string;
  /** Hash in hex. */
  readonly number: string;
}

/**
 * Selects the misses of an account between two instants. Index: missed_numbers_pkey. Locks nothing.
 */
export const selectMisses = statement<
  readonly [accountId: string, prefixHashes: readonly Buffer[], after: Date, before: Date],
  MissRow
>(
  'edge_select_misses',
  `select encode(prefix_hash, 'hex') as prefix, encode(number_hash, 'hex') as number
   from edge.missed_numbers
   where account_id = $1 and prefix_hash = any($2::bytea[]) and missed_at > $3 and missed_at < $4`,
);
