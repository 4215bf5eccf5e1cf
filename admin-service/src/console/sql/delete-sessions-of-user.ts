import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes the sessions of a user. Uses console_sessions_user_idx.
 */
export const deleteSessionsOfUser = statement<readonly [userId: string], never>(
  'accounts_delete_sessions_of_user',
  `delete from accounts.console_sessions where user_id = $1`,
);
