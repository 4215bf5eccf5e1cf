import { statement } from '@prospecting/platform/postgres';

/**
 * Selects the given keys that are on record and not revoked. Index: api_keys_pkey. Locks nothing.
 */
export const selectUnrevokedKeys = statement<readonly [keyIds: readonly string[]], { readonly id: string }>(
  'accounts_select_unrevoked_keys',
  `select id
   from accounts.api_keys
   where id = any($1::uuid[]) and revoked_at is null`,
);
