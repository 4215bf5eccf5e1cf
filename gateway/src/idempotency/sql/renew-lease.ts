import { statement } from '@prospecting/platform/postgres';
import { LEASE_MS } from '../keyed-request.js';

/**
 * Renews a lease while its work runs, by the database's clock. Returns no row when another request
 * has taken over. Index: stored_responses_pkey. Locks the row.
 */
export const renewLease = statement<
  readonly [keyId: string, idempotencyKeyHash: Buffer, leaseOwner: string],
  { readonly renewed: boolean }
>(
  'edge_renew_lease',
  `update edge.stored_responses set lease_until = clock_timestamp() + interval '${LEASE_MS} milliseconds'
   where key_id = $1 and idempotency_key_hash = $2 and lease_owner = $3 and lease_until is not null
   returning true as renewed`,
);
