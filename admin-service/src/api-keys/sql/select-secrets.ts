import type { BucketLimits } from '@prospecting/openapi';
import { statement } from '@prospecting/platform/postgres';

/** A secret with the facts of its key. */
export interface SecretRow {
  readonly keyId: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly limits: Partial<BucketLimits>;
}

/**
 * Selects the secrets of an account's keys, grouped by key, the newest of each key first. Uses
 * api_keys_account_idx and key_secrets_key_idx; locks nothing.
 */
export const selectSecrets = statement<readonly [accountId: string], SecretRow>(
  'accounts_select_secrets',
  `select
     k.id as "keyId",
     k.name,
     s.prefix,
     s.created_at as "createdAt",
     k.revoked_at as "revokedAt",
     s.expires_at as "expiresAt",
     k.limits
   from accounts.api_keys k
   -- "offset 0" makes it one look-up for each key, also before the tables are analyzed.
   cross join lateral (
     select prefix, expires_at, created_at
     from accounts.key_secrets
     where key_id = k.id
     offset 0
   ) s
   where k.account_id = $1
   order by k.created_at, k.id, s.expires_at desc nulls first, s.created_at desc`,
);
