import { statement } from '@prospecting/platform/postgres';

export interface StoredResponseRow {
  fingerprint: Buffer;
  lease_until: Date | null;
  status: number | null;
  body: Buffer | null;
  credits_remaining_millicredits: number | null;
}

/** What stands under a key that could not be claimed. Index: stored_responses_pkey. No lock. */
export const readResponse = statement<[keyId: string, idempotencyKeyHash: Buffer], StoredResponseRow>(
  'read_stored_response',
  `select fingerprint, lease_until, status, body, credits_remaining_millicredits
   from edge.stored_responses
   where key_id = $1 and idempotency_key_hash = $2`,
);
