import { statement } from '@prospecting/platform/postgres';

export interface AccountRow {
  readonly accountId: string;
}

/**
 * Reads a page of the accounts that have a balance. Locks nothing. Served in order by
 * balances_pkey.
 */
export const selectAccounts = statement<[afterAccountId: string, limit: number], AccountRow>(
  'credits_select_accounts',
  `select account_id as "accountId"
  from credits.balances
  where account_id > $1
  order by account_id
  limit $2`,
);
