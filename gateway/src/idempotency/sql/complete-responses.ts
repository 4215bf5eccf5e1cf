import { statement } from '@prospecting/platform/postgres';

/**
 * Stores responses under the leases of their claims and ends the leases; each array has one element
 * per response. Inserts a missing row again: a crash of the database may undo a claim, because its
 * commit does not wait for the disk. Stores nothing where another request has taken over. Returns a
 * row for each response that is stored, including one that an earlier run of this statement stored
 * and whose answer was lost.
 *
 * The bodies are one parameter. As elements of an array they would be sent as text, at twice the
 * size.
 *
 * Index: stored_responses_pkey. Locks the rows in the order given; callers sort them by key, as for
 * `claimKeys`. The statement may fail when two of its responses have the same key, which requires a
 * lease that was taken over. Callers then store each response in its own statement, which stores
 * that of the current holder.
 */
export const completeResponses = statement<
  readonly [
    keyIds: readonly string[],
    idempotencyKeyHashes: readonly Buffer[],
    fingerprints: readonly Buffer[],
    leaseOwners: readonly string[],
    statuses: readonly number[],
    creditsRemainingMillicredits: readonly (number | null)[],
    /** All bodies, concatenated. */
    bodies: Buffer,
    /** Offset of each body in `bodies`, in bytes from 0. */
    bodyOffsets: readonly number[],
    /** Length of each body, in bytes. */
    bodyLengths: readonly number[],
    now: Date,
    expiresAt: Date,
  ],
  { readonly leaseOwner: string }
>(
  'edge_complete_responses',
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
