import { statement } from '@prospecting/platform/postgres';

/** Stores the response of the work under a lease and ends the lease. Index: stored_responses_pkey. Locks the row. */
export const completeResponse = statement<
  [
    keyId: string,
    idempotencyKeyHash: Buffer,
    leaseOwner: string,
    status: number,
    body: Buffer,
    creditsRemainingMillicredits: number | null,
    expiresAt: Date,
  ],
  { completed: boolean }
>(
  'complete_stored_response',
  `update edge.stored_responses set
     status = $4,
     body = $5,
     credits_remaining_millicredits = $6,
     expires_at = $7,
     lease_owner = null,
     lease_until = null
   where key_id = $1 and idempotency_key_hash = $2 and lease_owner = $3
   returning true as completed`,
);
