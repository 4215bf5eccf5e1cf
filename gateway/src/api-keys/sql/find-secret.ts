import { statement } from '@prospecting/platform/postgres';

export interface SecretRow {
  readonly keyId: string;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly limitOverall: number | null;
  readonly limitSearch: number | null;
  readonly limitSpend: number | null;
  readonly accountId: string;
  readonly apiEnabled: boolean;
  readonly targetRoles: string[];
  readonly priceGroup: string;
}

/** What a secret stands for. Served by key_secrets_pkey, api_keys_pkey and accounts_pkey; locks nothing. */
export const findSecret = statement<readonly [secretHash: Buffer], SecretRow>(
  'edge_find_secret',
  `select
     k.id as "keyId",
     k.revoked_at as "revokedAt",
     s.expires_at as "expiresAt",
     k.limit_overall as "limitOverall",
     k.limit_search as "limitSearch",
     k.limit_spend as "limitSpend",
     a.id as "accountId",
     a.api_enabled as "apiEnabled",
     a.target_roles as "targetRoles",
     a.price_group as "priceGroup"
   from edge.key_secrets s
   join edge.api_keys k on k.id = s.key_id
   join edge.accounts a on a.id = k.account_id
   where s.secret_hash = $1`,
);
