import { statement } from '@prospecting/platform/postgres';

/** Adds an account; answers no row when its id is taken. Locks the new row. accounts_pkey. */
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
  'edge_insert_account',
  `insert into edge.accounts (id, name, api_enabled, target_roles, price_group, created_at)
   values ($1, $2, $3, $4, $5, $6)
   on conflict on constraint accounts_pkey do nothing
   returning id`,
);
