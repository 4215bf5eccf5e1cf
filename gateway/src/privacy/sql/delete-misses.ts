import { statement } from '@prospecting/platform/postgres';
import { MISS_COUNTS_MS } from '../misses.js';

/**
 * Deletes one batch of misses that count no more, oldest first: those from before `until`, or from a day
 * ago by the database's clock where that is earlier, as a gateway with a wrong clock must not open the
 * door. Index: missed_numbers_missed_idx. Locks what it deletes and skips what others hold, so that
 * several gateways may sweep at once.
 */
export const deleteMisses = statement<[until: Date, limit: number], { deleted: number }>(
  'edge_delete_misses',
  `with old as (
     select account_id, prefix_hash, number_hash
     from edge.missed_numbers
     where missed_at <= least($1::timestamptz, statement_timestamp() - interval '${MISS_COUNTS_MS} milliseconds')
     order by missed_at
     limit $2
     for update skip locked
   ), gone as (
     delete from edge.missed_numbers as missed using old
     where missed.account_id = old.account_id
       and missed.prefix_hash = old.prefix_hash
       and missed.number_hash = old.number_hash
     returning 1
   )
   select count(*)::integer as deleted from gone`,
);
