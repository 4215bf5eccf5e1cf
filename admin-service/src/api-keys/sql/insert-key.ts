import type { BucketLimits } from '@prospecting/openapi';
import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts a key without secrets. Locks the account's row against deletion; violates
 * api_keys_account_fkey when the account does not exist.
 */
export const insertKey = statement<
  readonly [id: string, accountId: string, name: string, limits: Partial<BucketLimits>, createdAt: Date],
  never
>(
  'accounts_insert_key',
  `insert into accounts.api_keys (id, account_id, name, limits, created_at)
   values ($1, $2, $3, $4, $5)`,
);
