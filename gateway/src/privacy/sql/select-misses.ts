import { statement } from '@prospecting/platform/postgres';

export interface MissRow {
  /** Hash in hex. */
  readonly prefix: string;
  /** Hash in hex. */
  readonly number: string;
}

/**
 * Selects the misses of an account between two instants. Index: missed_numbers_pkey, with one look-up
 * for each prefix: "offset 0" keeps the planner from reading all misses of the account instead. Locks
 * nothing.
 */
export const selectMisses = statement<
  readonly [accountId: string, prefixHashes: readonly Buffer[], after: Date, before: Date],
  MissRow
>(
  'edge_select_misses',
  `select encode(found.prefix_hash, 'hex') as prefix, encode(found.number_hash, 'hex') as number
   from (select distinct prefix_hash from unnest($2::bytea[]) as each (prefix_hash)) as wanted
   cross join lateral (
     select prefix_hash, number_hash
     from edge.missed_numbers
     where account_id = $1 and prefix_hash = wanted.prefix_hash and missed_at > $3 and missed_at < $4
     offset 0
   ) as found`,
);
