import { statement } from '@prospecting/platform/postgres';

/**
 * The balance of an account that has none yet; answers no row when it has one, and leaves that as it is. Waits for another transaction
 * that is inserting the same. Locks the new row. Served by balances_pkey.
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
  { accountId: string }
>(
  'credits_insert_balance',
  `insert into credits.balances (account_id, included_millicredits, purchased_millicredits, allowance_millicredits,
    started_at, renews_at, last_entry_id)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict on constraint balances_pkey do nothing
  returning account_id as "accountId"`,
);
