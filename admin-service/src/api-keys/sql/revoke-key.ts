import { statement } from '@prospecting/platform/postgres';

/**
 * Revokes a key. A key that is already revoked keeps its time. Uses api_keys_pkey; locks the key's
 * row. The trigger api_keys_notify notifies the gateways.
 */
export const revokeKey = statement<readonly [id: string, revokedAt: Date], { readonly revokedAt: Date }>(
  'accounts_revoke_key',
  `update accounts.api_keys
   set revoked_at = coalesce(revoked_at, $2)
   where id = $1
   returning revoked_at as "revokedAt"`,
);
