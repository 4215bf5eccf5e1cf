import { statement } from '@prospecting/platform/postgres';

/**
 * Ends the key's secrets at an instant. One that already ends earlier (an overlap of a roll before) keeps its end: no roll
 * prolongs a secret. Locks the secrets that it changes; key_secrets_key_idx.
 */
export const expireSecrets = statement<readonly [keyId: string, expiresAt: Date], never>(
  'edge_expire_secrets',
  `update edge.key_secrets
   set expires_at = $2
   where key_id = $1 and (expires_at is null or expires_at > $2)`,
);
