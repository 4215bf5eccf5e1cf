import { statement } from '@prospecting/platform/postgres';

export interface SecretListRow {
  readonly keyId: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly limitOverall: number | null;
  readonly limitSearch: number | null;
  readonly limitSpend: number | null;
}

/** An account's secrets by key, each key's current one first. api_keys_account_idx and key_secrets_key_idx; locks nothing. */
export const listSecrets = statement<readonly [accountId: string], SecretListRow>(
  'edge_list_secrets',
  `select
     k.id as "keyId",
     k.name,
     s.prefix,
     s.created_at as "createdAt",
     k.revoked_at as "revokedAt",
     s.expires_at as "expiresAt",
     k.limit_overall as "limitOverall",
     k.limit_search as "limitSearch",
     k.limit_spend as "limitSpend"
   from edge.api_keys k
   join edge.key_secrets s on s.key_id = k.id
   where k.account_id = $1
   order by k.created_at, k.id, s.expires_at desc nulls first, s.created_at desc`,
);
