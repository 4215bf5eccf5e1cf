import { statement } from '@prospecting/platform/postgres';
import { ACCOUNT_COLUMNS, type AccountRow } from './select-account.js';

/**
 * Selects a page of accounts in the order of their creation, after the account `afterId` (null:
 * from the first). Uses accounts_created_idx from that account on: a condition with "or" would read
 * every page before it again. Locks nothing.
 */
export const selectAccounts = statement<readonly [afterId: string | null, limit: number], AccountRow>(
  'accounts_select_accounts',
  `select ${ACCOUNT_COLUMNS}
   from accounts.accounts
   where (created_at, id) > (
     case when $1::uuid is null then '-infinity'
       else (select after.created_at from accounts.accounts after where after.id = $1::uuid) end,
     coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')
   )
   order by created_at, id
   limit $2`,
);
