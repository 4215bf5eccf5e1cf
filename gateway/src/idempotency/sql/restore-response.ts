import { statement } from '@prospecting/platform/postgres';

/**
 * Stores a response whose claim is gone: a crash of the database may take back a claim, whose commit does not wait for the disk. Does nothing where
 * any row stands under the key. Answers a row when stored. Index: stored_responses_pkey.
 */
export const restoreResponse = statement<
  [
    keyId: string,
    idempotencyKeyHash: Buffer,
    fingerprint: Buffer,
    status: number,
    body: Buffer,
    creditsRemainingMillicredits: number | null,
    createdAt: Date,
    expiresAt: Date,
  ],
  { restored: boolean }
>(
  'restore_stored_response',
  `insert into edge.stored_responses
     (key_id, idempotency_key_hash, fingerprint, status, body, credits_remaining_millicredits, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict on constraint stored_responses_pkey do nothing
   returning true as restored`,
);
