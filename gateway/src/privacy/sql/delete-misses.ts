import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes one batch of misses that count no more, oldest first. Index: missed_numbers_missed_idx.
 * Locks what it deletes and skips what others hold, so that several gateways may sweep at once.
 */
export const deleteMisses = statement<[until: Date, limit: number], { deleted: number }>(
  'edge_delete_misses',
  `with old as (
     select account_id, prefix_hash, number_hash
     from edge.missed_numbers
     where missed_at <= $1
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
