import { statement } from '@prospecting/platform/postgres';
import { LEASE_MS } from '../keyed-request.js';

/**
 * Claims Idempotency-Keys; each array has one element per claim. A claim is made for a new key, for
 * an expired row, and for a row whose holder died while serving the same request. A dead holder may
 * have done its work, so a different request does not get its key. Returns a row for each claim
 * that is held. A claim that an earlier run of this statement made, and whose answer was lost, is
 * held again.
 *
 * Leases go by the database's clock, replays by the service's clock (`now`, `expiresAt`). A claim
 * is made only before its own deadline, so a statement that runs late claims nothing. A statement
 * that waits for a row lock at the deadline may still claim until the server cancels it.
 *
 * The commit does not wait for the disk. A crash of the database may undo the claims of the last
 * moments, and their keys are free until their work completes: a retry comes to the same outcome,
 * and another request is another operation.
 *
 * Index: stored_responses_pkey. Locks the rows in the order given. Callers sort them by key and
 * give each key once, so two statements never wait for each other in a circle.
 */
export const claimKeys = statement<
  readonly [
    keyIds: readonly string[],
    idempotencyKeyHashes: readonly Buffer[],
    fingerprints: readonly Buffer[],
    leaseOwners: readonly string[],
    /** By the database's clock. */
    deadlines: readonly Date[],
    now: Date,
    expiresAt: Date,
  ],
  { readonly leaseOwner: string }
>(
  'edge_claim_keys',
  `insert into edge.stored_responses as held
     (key_id, idempotency_key_hash, fingerprint, lease_owner, created_at, lease_until, expires_at)
   select key_id, idempotency_key_hash, fingerprint, lease_owner, $6::timestamptz,
     clock_timestamp() + interval '${LEASE_MS} milliseconds', $7::timestamptz
   from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[], $5::timestamptz[])
     as claims (key_id, idempotency_key_hash, fingerprint, lease_owner, deadline)
   where set_config('synchronous_commit', 'off', true) is not null
     and clock_timestamp() < deadline
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
