import { statement } from '@prospecting/platform/postgres';
import { ACCOUNT_COLUMNS, type AccountRow } from './select-account.js';

/**
 * Changes the values that are not null. Uses accounts_pkey; locks the account's row. The trigger
 * accounts_notify notifies the gateways.
 */
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
  'accounts_update_account',
  `update accounts.accounts
   set
     name = coalesce($2, name),
     api_enabled = coalesce($3, api_enabled),
     target_roles = coalesce($4, target_roles),
     price_group = coalesce($5, price_group)
   where id = $1
   returning ${ACCOUNT_COLUMNS}`,
);
