import { statement } from '@prospecting/platform/postgres';

/**
 * Locks a key's row, so that concurrent rolls and revocations of one key run one after the other.
 * Uses api_keys_pkey.
 */
export const lockKey = statement<
  readonly [id: string],
  { readonly accountId: string; readonly name: string; readonly revokedAt: Date | null }
>(
  'accounts_lock_key',
  `select account_id as "accountId", name, revoked_at as "revokedAt"
   from accounts.api_keys
   where id = $1
   for no key update`,
);
