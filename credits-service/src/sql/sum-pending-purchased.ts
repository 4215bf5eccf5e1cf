import { statement } from '@prospecting/platform/postgres';

/** Purchased credits of one account that may yet come back to its balance. Locks nothing. Served by reservations_unresolved. */
export const sumPendingPurchased = statement<[accountId: string], { millicredits: number }>(
  'credits_sum_pending_purchased',
  `select coalesce(sum(purchased_millicredits), 0)::bigint as millicredits
  from credits.reservations
  where account_id = $1 and resolved_at is null`,
);
