import { statement } from '@prospecting/platform/postgres';

export interface InsertedBalanceRow {
  readonly accountId: string;
}

/**
 * Inserts the first balance of an account. Returns no row, and changes nothing, when the account
 * has one already. Waits for another transaction that is inserting the same row. Locks the new row.
 * Served by balances_pkey.
 */
export const insertBalance = statement<
  [
    accountId: string,
    includedMillicredits: number,
    purchasedMillicredits: number,
    allowanceMillicredits: number,
    startedAt: Date,
    renewsAt: Date,
    lastEntryId: number,
  ],
  InsertedBalanceRow
>(
  'credits_insert_balance',
  `insert into credits.balances (account_id, included_millicredits, purchased_millicredits, allowance_millicredits,
    started_at, renews_at, last_entry_id)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict on constraint balances_pkey do nothing
  returning account_id as "accountId"`,
);
