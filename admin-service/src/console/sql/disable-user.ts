import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/**
 * Disables a user. Uses console_users_pkey; locks the user's row.
 */
export const disableUser = statement<readonly [id: string], UserRow>(
  'accounts_disable_user',
  `update accounts.console_users u
   set disabled_at = coalesce(u.disabled_at, now())
   where u.id = $1
   returning ${USER_COLUMNS}`,
);
