import { statement } from '@prospecting/platform/postgres';

/** Prolongs a lease while work goes on; answers no row once someone else took over. Index: stored_responses_pkey. Locks the row. */
export const renewLease = statement<
  [keyId: string, idempotencyKeyHash: Buffer, leaseOwner: string, leaseUntil: Date],
  { renewed: boolean }
>(
  'renew_idempotency_lease',
  `update edge.stored_responses set lease_until = $4
   where key_id = $1 and idempotency_key_hash = $2 and lease_owner = $3 and lease_until is not null
   returning true as renewed`,
);
