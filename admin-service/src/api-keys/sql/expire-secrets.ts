import { statement } from '@prospecting/platform/postgres';

/**
 * Sets the end of a key's secrets. A secret that already ends earlier, after an earlier roll, keeps
 * its end: a roll never prolongs a secret. Uses key_secrets_key_idx; locks the secrets that it
 * changes.
 */
export const expireSecrets = statement<readonly [keyId: string, expiresAt: Date], never>(
  'accounts_expire_secrets',
  `update accounts.key_secrets
   set expires_at = $2
   where key_id = $1 and (expires_at is null or expires_at > $2)`,
);
