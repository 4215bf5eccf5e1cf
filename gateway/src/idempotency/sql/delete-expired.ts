import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes one batch of rows that are over and that no lease holds, oldest first. Index: stored_responses_expires_idx.
 * Locks what it deletes and skips what others hold, so that several gateways may sweep at once.
 */
export const deleteExpired = statement<[now: Date, limit: number], { deleted: number }>(
  'delete_expired_responses',
  `with expired as (
     select key_id, idempotency_key_hash
     from edge.stored_responses
     where expires_at <= $1 and (lease_until is null or lease_until <= clock_timestamp())
     order by expires_at
     limit $2
     for update skip locked
   ), gone as (
     delete from edge.stored_responses as stored using expired
     where stored.key_id = expired.key_id and stored.idempotency_key_hash = expired.idempotency_key_hash
     returning 1
   )
   select count(*)::integer as deleted from gone`,
);
