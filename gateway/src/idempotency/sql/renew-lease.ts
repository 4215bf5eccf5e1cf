import { statement } from '@prospecting/platform/postgres';
import { LEASE_MS } from '../keyed-request.js';

/**
 * Prolongs a lease while work goes on, by the database's clock; answers no row once another request took over.
 * Index: stored_responses_pkey. Locks the row.
 */
export const renewLease = statement<
  [keyId: string, idempotencyKeyHash: Buffer, leaseOwner: string],
  { renewed: boolean }
>(
  'renew_idempotency_lease',
  `update edge.stored_responses set lease_until = clock_timestamp() + interval '${LEASE_MS} milliseconds'
   where key_id = $1 and idempotency_key_hash = $2 and lease_owner = $3 and lease_until is not null
   returning true as renewed`,
);
