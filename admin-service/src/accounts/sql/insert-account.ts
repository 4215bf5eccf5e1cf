import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts an account, and returns no row when its id is taken. Uses accounts_pkey; locks the new
 * row.
 */
export const insertAccount = statement<
  readonly [
    id: string,
    name: string,
    apiEnabled: boolean,
    targetRoles: readonly string[],
    priceGroup: string,
    createdAt: Date,
  ],
  { id: string }
>(
  'accounts_insert_account',
  `insert into accounts.accounts (id, name, api_enabled, target_roles, price_group, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict on constraint accounts_pkey do nothing
   returning id`,
);
