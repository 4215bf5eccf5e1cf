import { statement } from '@prospecting/platform/postgres';
import type { AccountRow } from './account-row.js';

/** One account. accounts_pkey; locks nothing. */
export const findAccount = statement<readonly [id: string], AccountRow>(
  'edge_find_account',
  `select
     id, name,
     api_enabled as "apiEnabled",
     target_roles as "targetRoles",
     price_group as "priceGroup",
     created_at as "createdAt"
   from edge.accounts
   where id = $1`,
);
