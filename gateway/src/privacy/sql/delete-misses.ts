import { statement } from '@prospecting/platform/postgres';
import { MISS_COUNTS_MS } from '../misses.js';

/**
 * Deletes one batch of misses that no longer count, oldest first, and returns how many. They are
 * from before `until`, or from before yesterday's time by the database's clock, whichever is
 * earlier: a gateway with a wrong clock must not make room for more guesses. Index:
 * missed_numbers_missed_idx. Locks the rows it deletes and skips rows that others lock, so several
 * gateways may sweep at the same time.
 */
export const deleteMisses = statement<readonly [until: Date, limit: number], { readonly deleted: number }>(
  'edge_delete_misses',
  `with old as (
     select account_id, prefix_hash, number_hash
     from edge.missed_numbers
     where missed_at <= least($1::timestamptz, statement_timestamp() - interval '${MISS_COUNTS_MS} milliseconds')
     order by missed_at
     limit $2
     for update skip locked
   ), removed as (
     delete from edge.missed_numbers as missed using old
     where missed.account_id = old.account_id
       and missed.prefix_hash = old.prefix_hash
       and missed.number_hash = old.number_hash
     returning 1
   )
   select count(*)::integer as deleted from removed`,
);
