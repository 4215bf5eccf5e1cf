import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes a claim after a failure, so that its key may come with any request. Index:
 * stored_responses_pkey. Locks the row.
 */
export const releaseClaim = statement<
  readonly [keyId: string, idempotencyKeyHash: Buffer, leaseOwner: string],
  { readonly released: boolean }
>(
  'edge_release_claim',
  `delete from edge.stored_responses
   where key_id = $1 and idempotency_key_hash = $2 and lease_owner = $3 and lease_until is not null
   returning true as released`,
);
