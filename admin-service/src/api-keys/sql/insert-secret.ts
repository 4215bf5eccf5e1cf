import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts the current secret of a key; key_secrets_current_key allows one. Locks the new row and
 * the key's against deletion. The trigger key_secrets_notify notifies the gateways.
 */
export const insertSecret = statement<
  readonly [secretHash: Buffer, keyId: string, prefix: string, createdAt: Date],
  never
>(
  'accounts_insert_secret',
  `insert into accounts.key_secrets (secret_hash, key_id, prefix, created_at)
   values ($1, $2, $3, $4)`,
);
