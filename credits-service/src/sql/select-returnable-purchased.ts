import { statement } from '@prospecting/platform/postgres';

export interface ReturnablePurchasedRow {
  readonly millicredits: number;
}

/**
 * Sums the purchased credits that may still come back to one account's balance: those that are
 * reserved, and those that this month and the previous month spent, which can come back in place of
 * included credits. Locks nothing. Served by balances_pkey and reservations_unresolved.
 */
export const selectReturnablePurchased = statement<[accountId: string], ReturnablePurchasedRow>(
  'credits_select_returnable_purchased',
  `select purchased_spent_millicredits + previous_purchased_spent_millicredits + (
      select coalesce(sum(purchased_millicredits), 0)::bigint
      from credits.reservations
      where account_id = $1 and resolved_at is null
    ) as millicredits
  from credits.balances
  where account_id = $1`,
);
