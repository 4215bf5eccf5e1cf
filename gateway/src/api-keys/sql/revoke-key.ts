import { statement } from '@prospecting/platform/postgres';

/** Revokes a key; one that is revoked already keeps its instant. Locks its row; api_keys_pkey. Its trigger notifies the gateways. */
export const revokeKey = statement<readonly [id: string, revokedAt: Date], { readonly revokedAt: Date }>(
  'edge_revoke_key',
  `update edge.api_keys
   set revoked_at = coalesce(revoked_at, $2)
   where id = $1
   returning revoked_at as "revokedAt"`,
);
