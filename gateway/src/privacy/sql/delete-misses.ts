import { statement } from '@prospecting/platform/postgres';
import { MISS_COUNTS_MS } from '../misses.js';

/**
 * Deletes one batch of misses that no longer count, oldest first, and returns how many. They are
 * from before `until`, or from before yesterday's time by the database's clock, whichever is
 * earlier: a gateway with a wrong clock must not make room for more guesses. Index:
 * missed_numbers_missed_idx. Locks the rows it deletes and skips rows that others lock, so several
 * gateways may sweep at the same time. Deletes by the places of the locked rows, because a join by
 * key may read the whole table for each batch.
 */
export const deleteMisses = statement<readonly [until: Date, limit: number], { readonly deleted: number }>(
  'edge_delete_misses',
  `with removed as (
     delete from edge.missed_numbers
     where ctid = any (array(
       select ctid
       from edge.missed_numbers
       where missed_at <= least($1::timestamptz, statement_timestamp() - interval '${MISS_COUNTS_MS} milliseconds')
       order by missed_at
       limit $2
       for update skip locked
     ))
     returning 1
   )
   select count(*)::integer as deleted from removed`,
);
