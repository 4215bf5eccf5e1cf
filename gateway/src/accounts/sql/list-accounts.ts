import { statement } from '@prospecting/platform/postgres';
import type { AccountRow } from './account-row.js';

/** A page of accounts in the order of their creation, after a given one (null: from the first). accounts_created_idx; locks nothing. */
export const listAccounts = statement<readonly [afterId: string | null, limit: number], AccountRow>(
  'edge_list_accounts',
  `select
     id, name,
     api_enabled as "apiEnabled",
     target_roles as "targetRoles",
     price_group as "priceGroup",
     created_at as "createdAt"
   from edge.accounts
   where $1::uuid is null
     or (created_at, id) > (select after.created_at, after.id from edge.accounts after where after.id = $1::uuid)
   order by created_at, id
   limit $2`,
);
