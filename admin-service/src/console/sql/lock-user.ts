import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/**
 * Selects a user and locks the row, so that a sign-in and the end of a user run one after the other.
 * Uses console_users_pkey.
 */
export const lockUser = statement<readonly [id: string], UserRow>(
  'accounts_lock_user',
  `select ${USER_COLUMNS}
   from accounts.console_users u
   where u.id = $1
   for no key update`,
);
