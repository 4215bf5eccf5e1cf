import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes the links of a user. Uses console_links_user_idx.
 */
export const deleteLinksOfUser = statement<readonly [userId: string], never>(
  'accounts_delete_links_of_user',
  `delete from accounts.console_links where user_id = $1`,
);
