import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts a link of a user, for 15 minutes. Locks the new row.
 */
export const insertLink = statement<readonly [tokenHash: Buffer, userId: string], { readonly expiresAt: Date }>(
  'accounts_insert_link',
  `insert into accounts.console_links (token_hash, user_id, expires_at)
   values ($1, $2, now() + interval '15 minutes')
   returning expires_at as "expiresAt"`,
);
