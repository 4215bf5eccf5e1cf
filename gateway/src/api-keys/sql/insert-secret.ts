import { statement } from '@prospecting/platform/postgres';

/** Adds the current secret of a key. Its trigger notifies the gateways. key_secrets_current_key allows only one. */
export const insertSecret = statement<
  readonly [secretHash: Buffer, keyId: string, prefix: string, createdAt: Date],
  never
>(
  'edge_insert_secret',
  `insert into edge.key_secrets (secret_hash, key_id, prefix, created_at)
   values ($1, $2, $3, $4)`,
);
