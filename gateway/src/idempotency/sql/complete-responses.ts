import { statement } from '@prospecting/platform/postgres';

/**
 * Stores the responses of works under their leases, one element of each array for each, and ends the leases. A row that is gone is made again:
 * a crash of the database may take back a claim, whose commit does not wait for the disk. Nothing is stored where someone else has taken
 * over. Answers a row for each response that is stored, also when this statement had stored it before and its answer was lost.
 *
 * The bodies come as one: as elements of an array they would be sent as text, at twice the size.
 *
 * Index: stored_responses_pkey. Locks those rows in the order in which they are given: that of their key, as claimKeys does. May fail when two of
 * the responses are of one key, which takes a lease that was taken over: each is to be stored by itself then, and the holder's is.
 */
export const completeResponses = statement<
  [
    keyIds: readonly string[],
    idempotencyKeyHashes: readonly Buffer[],
    fingerprints: readonly Buffer[],
    leaseOwners: readonly string[],
    statuses: readonly number[],
    creditsRemainingMillicredits: readonly (number | null)[],
    /** One after the other. */
    bodies: Buffer,
    /** Where each begins in them, from 0. */
    bodyOffsets: readonly number[],
    /** Bytes. */
    bodyLengths: readonly number[],
    now: Date,
    expiresAt: Date,
  ],
  { leaseOwner: string }
>(
  'complete_stored_responses',
  `insert into edge.stored_responses as held (
     key_id, idempotency_key_hash, fingerprint, lease_owner, status, credits_remaining_millicredits, body, created_at, expires_at
   )
   select key_id, idempotency_key_hash, fingerprint, lease_owner, status, credits_remaining_millicredits,
     substring($7::bytea from body_offset + 1 for body_length), $10::timestamptz, $11::timestamptz
   from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[], $5::smallint[], $6::bigint[], $8::integer[], $9::integer[])
     as responses (
       key_id, idempotency_key_hash, fingerprint, lease_owner, status, credits_remaining_millicredits, body_offset, body_length
     )
   on conflict on constraint stored_responses_pkey do update set
     status = excluded.status,
     credits_remaining_millicredits = excluded.credits_remaining_millicredits,
     body = excluded.body,
     expires_at = excluded.expires_at,
     lease_until = null
   where held.lease_owner = excluded.lease_owner
   returning lease_owner as "leaseOwner"`,
);
