import { statement } from '@prospecting/platform/postgres';
import type { AccountBalance } from '../ledger/balance.js';
import { BALANCE_COLUMNS } from './select-balance.js';

/**
 * One account's balance as the newest change left it. Locks its row against every other change until the transaction ends. Served by
 * balances_pkey.
 */
export const lockBalance = statement<[accountId: string], AccountBalance>(
  'credits_lock_balance',
  `select ${BALANCE_COLUMNS}
  from credits.balances
  where account_id = $1
  for no key update`,
);
