import { statement } from '@prospecting/platform/postgres';
import { ACCOUNT_COLUMNS, type AccountRow } from './select-account.js';

/**
 * Selects a page of accounts in the order of their creation, after the account `afterId` (null:
 * from the first). Uses accounts_created_idx; locks nothing.
 */
export const selectAccounts = statement<readonly [afterId: string | null, limit: number], AccountRow>(
  'accounts_select_accounts',
  `select ${ACCOUNT_COLUMNS}
   from accounts.accounts
   where $1::uuid is null
     or (created_at, id) > (select after.created_at, after.id from accounts.accounts after where after.id = $1::uuid)
   order by created_at, id
   limit $2`,
);
