import { statement } from '@prospecting/platform/postgres';
import { LEASE_MS } from '../keyed-request.js';

/**
 * Claims Idempotency-Keys, one element of each array for each: a new key, one whose row is over, or one whose holder died at the same
 * request. A dead holder may have done its work, so a different request does not get its key. Answers a row for each claim that is
 * held. A claim that this statement made before, and whose answer was lost, is held again.
 *
 * Leases go by the database's clock, what is replayed by the service's (`now`, `expiresAt`). A claim is made only
 * before its own deadline, so a statement that is carried out late claims nothing; where it waits for a row at the
 * deadline it may still claim until the server cancels it. A revoked API key claims nothing.
 *
 * Its commit does not wait for the disk. A crash of the database may take back the claims of the last instants, and until their work is completed
 * their keys are free: a retry comes to the same outcome, another request is another operation.
 *
 * Indexes: stored_responses_pkey, api_keys_pkey. Locks the rows of responses in the order in which they are given:
 * that of their key, each once, so that two statements never wait for each other in a circle. The API key is read by
 * a subquery, as a join might change that order.
 */
export const claimKeys = statement<
  [
    keyIds: readonly string[],
    idempotencyKeyHashes: readonly Buffer[],
    fingerprints: readonly Buffer[],
    leaseOwners: readonly string[],
    /** By the database's clock. */
    deadlines: readonly Date[],
    now: Date,
    expiresAt: Date,
  ],
  { leaseOwner: string }
>(
  'claim_idempotency_keys',
  `insert into edge.stored_responses as held
     (key_id, idempotency_key_hash, fingerprint, lease_owner, created_at, lease_until, expires_at)
   select key_id, idempotency_key_hash, fingerprint, lease_owner, $6::timestamptz,
     clock_timestamp() + interval '${LEASE_MS} milliseconds', $7::timestamptz
   from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[], $5::timestamptz[])
     as claims (key_id, idempotency_key_hash, fingerprint, lease_owner, deadline)
   where set_config('synchronous_commit', 'off', true) is not null
     and clock_timestamp() < deadline
     and (select key.revoked_at is null from edge.api_keys as key where key.id = claims.key_id)
   on conflict on constraint stored_responses_pkey do update set
     fingerprint = excluded.fingerprint,
     lease_owner = excluded.lease_owner,
     created_at = excluded.created_at,
     lease_until = clock_timestamp() + interval '${LEASE_MS} milliseconds',
     expires_at = excluded.expires_at,
     status = null,
     body = null,
     credits_remaining_millicredits = null
   where clock_timestamp() < (
       select deadline from unnest($4::uuid[], $5::timestamptz[]) as claims (lease_owner, deadline)
       where claims.lease_owner = excluded.lease_owner
     )
     and (
       (held.lease_until is null and held.expires_at <= $6)
       or (
         held.lease_until <= clock_timestamp()
         and (held.fingerprint = excluded.fingerprint or held.expires_at <= $6)
       )
       or (held.lease_until is not null and held.lease_owner = excluded.lease_owner)
     )
   returning lease_owner as "leaseOwner"`,
);
