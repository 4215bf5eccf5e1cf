import { statement } from '@prospecting/platform/postgres';

/** Selects the account of a key. Uses api_keys_pkey; locks nothing. */
export const selectKey = statement<readonly [id: string], { readonly accountId: string }>(
  'accounts_select_key',
  `select account_id as "accountId"
   from accounts.api_keys
   where id = $1`,
);
