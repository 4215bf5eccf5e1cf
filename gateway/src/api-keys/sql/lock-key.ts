import { statement } from '@prospecting/platform/postgres';

/** A key about to be rolled. Locks its row, so that rolls and revocations of one key wait for each other. api_keys_pkey. */
export const lockKey = statement<readonly [id: string], { readonly revokedAt: Date | null }>(
  'edge_lock_key',
  `select revoked_at as "revokedAt"
   from edge.api_keys
   where id = $1
   for no key update`,
);
