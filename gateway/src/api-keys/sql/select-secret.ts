import type { BucketLimits } from '@prospecting/openapi';
import { statement } from '@prospecting/platform/postgres';

export interface SecretRow {
  readonly keyId: string;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  /** Custom limits. A missing bucket has its default. */
  readonly limits: Partial<BucketLimits>;
  readonly accountId: string;
  readonly apiEnabled: boolean;
  readonly targetRoles: string[];
  readonly priceGroup: string;
}

/**
 * Selects the key and the account of a secret. Indexes: key_secrets_pkey, api_keys_pkey,
 * accounts_pkey. Locks nothing.
 */
export const selectSecret = statement<readonly [secretHash: Buffer], SecretRow>(
  'accounts_select_secret',
  `select
     k.id as "keyId",
     k.revoked_at as "revokedAt",
     s.expires_at as "expiresAt",
     k.limits,
     a.id as "accountId",
     a.api_enabled as "apiEnabled",
     a.target_roles as "targetRoles",
     a.price_group as "priceGroup"
   from accounts.key_secrets s
   join accounts.api_keys k on k.id = s.key_id
   join accounts.accounts a on a.id = k.account_id
   where s.secret_hash = $1`,
);
