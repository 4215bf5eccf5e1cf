import { statement } from '@prospecting/platform/postgres';
import type { AccountBalance } from '../ledger/balance.js';

/** The part of a balance that callers see. */
export type BalanceRow = Pick<
  AccountBalance,
  'accountId' | 'includedMillicredits' | 'purchasedMillicredits' | 'allowanceMillicredits' | 'renewsAt'
>;

/**
 * Reads one account's balance, without a reset that may be due. Locks nothing. Served by
 * balances_pkey.
 */
export const selectBalance = statement<[accountId: string], BalanceRow>(
  'credits_select_balance',
  `select
    account_id as "accountId",
    included_millicredits as "includedMillicredits",
    purchased_millicredits as "purchasedMillicredits",
    allowance_millicredits as "allowanceMillicredits",
    renews_at as "renewsAt"
  from credits.balances
  where account_id = $1`,
);
