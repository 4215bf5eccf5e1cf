import { statement } from '@prospecting/platform/postgres';
import type { AccountRow } from './account-row.js';

/** Changes what is not null. Locks the account's row; accounts_pkey. Its trigger notifies the gateways. */
export const updateAccount = statement<
  readonly [
    id: string,
    name: string | null,
    apiEnabled: boolean | null,
    targetRoles: readonly string[] | null,
    priceGroup: string | null,
  ],
  AccountRow
>(
  'edge_update_account',
  `update edge.accounts
   set
     name = coalesce($2, name),
     api_enabled = coalesce($3, api_enabled),
     target_roles = coalesce($4, target_roles),
     price_group = coalesce($5, price_group)
   where id = $1
   returning
     id, name,
     api_enabled as "apiEnabled",
     target_roles as "targetRoles",
     price_group as "priceGroup",
     created_at as "createdAt"`,
);
