import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes one batch of expired rows that no lease holds, oldest first, and returns how many. Index:
 * stored_responses_expires_idx. Locks the rows it deletes and skips rows that others lock, so
 * several gateways may sweep at the same time.
 */
export const deleteExpiredResponses = statement<readonly [now: Date, limit: number], { readonly deleted: number }>(
  'edge_delete_expired_responses',
  `with expired as (
     select key_id, idempotency_key_hash
     from edge.stored_responses
     where expires_at <= $1 and (lease_until is null or lease_until <= clock_timestamp())
     order by expires_at
     limit $2
     for update skip locked
   ), removed as (
     delete from edge.stored_responses as stored using expired
     where stored.key_id = expired.key_id and stored.idempotency_key_hash = expired.idempotency_key_hash
     returning 1
   )
   select count(*)::integer as deleted from removed`,
);
