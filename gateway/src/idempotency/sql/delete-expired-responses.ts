import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes one batch of expired rows that no lease holds, oldest first, and returns how many. Index:
 * stored_responses_expires_idx. Locks the rows it deletes and skips rows that others lock, so
 * several gateways may sweep at the same time. Deletes by the places of the locked rows, because a
 * join by key may read the whole table for each batch.
 */
export const deleteExpiredResponses = statement<readonly [now: Date, limit: number], { readonly deleted: number }>(
  'edge_delete_expired_responses',
  `with removed as (
     delete from edge.stored_responses
     where ctid = any (array(
       select ctid
       from edge.stored_responses
       where expires_at <= $1 and (lease_until is null or lease_until <= clock_timestamp())
       order by expires_at
       limit $2
       for update skip locked
     ))
     returning 1
   )
   select count(*)::integer as deleted from removed`,
);
