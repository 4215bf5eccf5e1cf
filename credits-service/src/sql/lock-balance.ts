import { statement } from '@prospecting/platform/postgres';
import type { AccountBalance } from '../ledger/balance.js';

/**
 * Reads one account's balance in its newest version, and locks its row against every other change
 * until the transaction ends. Served by balances_pkey.
 */
export const lockBalance = statement<[accountId: string], AccountBalance>(
  'credits_lock_balance',
  `select
    account_id as "accountId",
    included_millicredits as "includedMillicredits",
    purchased_millicredits as "purchasedMillicredits",
    allowance_millicredits as "allowanceMillicredits",
    overused_millicredits as "overusedMillicredits",
    purchased_spent_millicredits as "purchasedSpentMillicredits",
    previous_purchased_spent_millicredits as "previousPurchasedSpentMillicredits",
    previous_renews_at as "previousRenewsAt",
    started_at as "startedAt",
    renews_at as "renewsAt",
    last_entry_id as "lastEntryId"
  from credits.balances
  where account_id = $1
  for no key update`,
);
