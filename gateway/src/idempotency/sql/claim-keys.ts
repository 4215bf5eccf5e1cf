import { statement } from '@prospecting/platform/postgres';

/**
 * Claims Idempotency-Keys, one element of each array for each: a new key, one whose row is over, or one whose holder died at the same
 * request. A dead holder may have done its work, so a different request does not get its key. Answers a row for each claim that is
 * held. A claim that this statement made before, and whose answer was lost, is held again.
 *
 * Its commit does not wait for the disk. A crash of the database may take back the claims of the last instants, and until their work is completed
 * their keys are free: a retry comes to the same outcome, another request is another operation.
 *
 * Index: stored_responses_pkey. Locks those rows in the order in which they are given: that of their key, each once, so that two statements never
 * wait for each other in a circle.
 */
export const claimKeys = statement<
  [
    keyIds: readonly string[],
    idempotencyKeyHashes: readonly Buffer[],
    fingerprints: readonly Buffer[],
    leaseOwners: readonly string[],
    now: Date,
    leaseUntil: Date,
    expiresAt: Date,
  ],
  { leaseOwner: string }
>(
  'claim_idempotency_keys',
  `insert into edge.stored_responses as held
     (key_id, idempotency_key_hash, fingerprint, lease_owner, created_at, lease_until, expires_at)
   select key_id, idempotency_key_hash, fingerprint, lease_owner, $5::timestamptz, $6::timestamptz, $7::timestamptz
   from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[]) as claims (key_id, idempotency_key_hash, fingerprint, lease_owner)
   where set_config('synchronous_commit', 'off', true) is not null
   on conflict on constraint stored_responses_pkey do update set
     fingerprint = excluded.fingerprint,
     lease_owner = excluded.lease_owner,
     created_at = excluded.created_at,
     lease_until = excluded.lease_until,
     expires_at = excluded.expires_at,
     status = null,
     body = null,
     credits_remaining_millicredits = null
   where (held.lease_until is null and held.expires_at <= $5)
      or (held.lease_until <= $5 and (held.fingerprint = excluded.fingerprint or held.expires_at <= $5))
      or (held.lease_until is not null and held.lease_owner = excluded.lease_owner)
   returning lease_owner as "leaseOwner"`,
);
