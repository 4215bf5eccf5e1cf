import { statement } from '@prospecting/platform/postgres';

/**
 * Writes a balance over the one that it was worked out from, told by its last entry; answers no row when that is not there any more.
 * Locks the row, which lockBalance has locked already. Served by balances_pkey.
 */
export const updateBalance = statement<
  [
    accountId: string,
    beforeEntryId: number,
    includedMillicredits: number,
    purchasedMillicredits: number,
    allowanceMillicredits: number,
    overusedMillicredits: number,
    purchasedSpentMillicredits: number,
    previousPurchasedSpentMillicredits: number,
    previousRenewsAt: Date | null,
    renewsAt: Date,
    lastEntryId: number,
  ],
  { accountId: string }
>(
  'credits_update_balance',
  `update credits.balances
  set included_millicredits = $3, purchased_millicredits = $4, allowance_millicredits = $5, overused_millicredits = $6,
    purchased_spent_millicredits = $7, previous_purchased_spent_millicredits = $8, previous_renews_at = $9,
    renews_at = $10, last_entry_id = $11
  where account_id = $1 and last_entry_id = $2
  returning account_id as "accountId"`,
);
