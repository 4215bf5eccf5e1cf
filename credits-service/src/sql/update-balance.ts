import { statement } from '@prospecting/platform/postgres';

export interface UpdatedBalanceRow {
  readonly accountId: string;
}

/**
 * Replaces the version of a balance whose newest entry is `beforeEntryId`. Returns no row when the
 * balance has changed since that version. Locks the row, which `lockBalance` has locked already.
 * Served by balances_pkey.
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
  UpdatedBalanceRow
>(
  'credits_update_balance',
  `update credits.balances
  set included_millicredits = $3, purchased_millicredits = $4, allowance_millicredits = $5, overused_millicredits = $6,
    purchased_spent_millicredits = $7, previous_purchased_spent_millicredits = $8, previous_renews_at = $9,
    renews_at = $10, last_entry_id = $11
  where account_id = $1 and last_entry_id = $2
  returning account_id as "accountId"`,
);
