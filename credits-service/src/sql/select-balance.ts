import { statement } from '@prospecting/platform/postgres';
import type { AccountBalance } from '../ledger/balance.js';

/** The columns of a balance, as the ledger names them. */
export const BALANCE_COLUMNS = `
    account_id as "accountId",
    included_millicredits as "includedMillicredits",
    purchased_millicredits as "purchasedMillicredits",
    allowance_millicredits as "allowanceMillicredits",
    started_at as "startedAt",
    renews_at as "renewsAt",
    last_entry_id as "lastEntryId"`;

/** One account's balance. Locks nothing. Served by balances_pkey. */
export const selectBalance = statement<[accountId: string], AccountBalance>(
  'credits_select_balance',
  `select ${BALANCE_COLUMNS}
  from credits.balances
  where account_id = $1`,
);
