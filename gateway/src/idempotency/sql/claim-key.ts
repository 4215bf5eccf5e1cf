import { statement } from '@prospecting/platform/postgres';

/**
 * Claims an Idempotency-Key: a new one, one whose row is over, or one whose holder died at the same request. A dead holder may have
 * done its work, so a different request does not get its key. Answers a row when claimed.
 *
 * Its commit does not wait for the disk. A crash of the database may take back the claims of the last instants, and until their work is completed
 * their keys are free: a retry comes to the same outcome, another request is another operation.
 *
 * Index: stored_responses_pkey. Locks that one row, and waits for nobody but a claim of the same key at the same instant.
 */
export const claimKey = statement<
  [
    keyId: string,
    idempotencyKeyHash: Buffer,
    fingerprint: Buffer,
    leaseOwner: string,
    now: Date,
    leaseUntil: Date,
    expiresAt: Date,
  ],
  { claimed: boolean }
>(
  'claim_idempotency_key',
  `insert into edge.stored_responses as held
     (key_id, idempotency_key_hash, fingerprint, lease_owner, created_at, lease_until, expires_at)
   select $1::uuid, $2::bytea, $3::bytea, $4::uuid, $5::timestamptz, $6::timestamptz, $7::timestamptz
   from set_config('synchronous_commit', 'off', true)
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
   returning true as claimed`,
);
