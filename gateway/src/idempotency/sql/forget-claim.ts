import { statement } from '@prospecting/platform/postgres';

/** Gives a key back after a failure, so that it may come with any request. Index: stored_responses_pkey. Locks the row. */
export const forgetClaim = statement<
  [keyId: string, idempotencyKeyHash: Buffer, leaseOwner: string],
  { forgotten: boolean }
>(
  'forget_idempotency_claim',
  `delete from edge.stored_responses
   where key_id = $1 and idempotency_key_hash = $2 and lease_owner = $3 and lease_until is not null
   returning true as forgotten`,
);
