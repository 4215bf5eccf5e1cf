import { statement } from '@prospecting/platform/postgres';
import type { AccountBalance } from '../ledger/balance.js';

/** What is shown of a balance. */
export type ShownBalance = Pick<
  AccountBalance,
  'accountId' | 'includedMillicredits' | 'purchasedMillicredits' | 'allowanceMillicredits' | 'renewsAt'
>;

/** One account's balance, as it is shown. Locks nothing. Served by balances_pkey. */
export const selectBalance = statement<[accountId: string], ShownBalance>(
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
