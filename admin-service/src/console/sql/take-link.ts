import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes a link that has not expired and returns its user. Of two takers one gets it. Uses
 * console_links_pkey.
 */
export const takeLink = statement<readonly [tokenHash: Buffer], { readonly userId: string }>(
  'accounts_take_link',
  `delete from accounts.console_links
   where token_hash = $1 and expires_at > now()
   returning user_id as "userId"`,
);
