import { statement } from '@prospecting/platform/postgres';
import { ACCOUNT_COLUMNS, type AccountRow } from './select-account.js';

/**
 * Selects an account and locks its row, so that concurrent changes of it run one after the other and
 * each knows what it replaces. Uses accounts_pkey.
 */
export const lockAccount = statement<readonly [id: string], AccountRow>(
  'accounts_lock_account',
  `select ${ACCOUNT_COLUMNS}
   from accounts.accounts
   where id = $1
   for no key update`,
);
