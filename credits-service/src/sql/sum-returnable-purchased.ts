import { statement } from '@prospecting/platform/postgres';

/**
 * Purchased credits that may yet come back to one account's balance: those that are reserved, and those
 * that this month and the month before spent, in place of included ones. Locks nothing. Served by
 * balances_pkey and reservations_unresolved.
 */
export const sumReturnablePurchased = statement<[accountId: string], { millicredits: number }>(
  'credits_sum_returnable_purchased',
  `select purchased_spent_millicredits + previous_purchased_spent_millicredits + (
      select coalesce(sum(purchased_millicredits), 0)::bigint
      from credits.reservations
      where account_id = $1 and resolved_at is null
    ) as millicredits
  from credits.balances
  where account_id = $1`,
);
