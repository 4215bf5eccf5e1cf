import { statement } from '@prospecting/platform/postgres';

/** Whose a key is. api_keys_pkey; locks nothing. */
export const findKey = statement<readonly [id: string], { readonly accountId: string }>(
  'edge_find_key',
  `select account_id as "accountId"
   from edge.api_keys
   where id = $1`,
);
