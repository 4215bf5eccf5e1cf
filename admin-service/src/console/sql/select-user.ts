import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/**
 * Selects the user with an id or an address. Uses console_users_pkey or console_users_email_key;
 * locks nothing.
 */
export const selectUser = statement<readonly [id: string | null, email: string | null], UserRow>(
  'accounts_select_user',
  `select ${USER_COLUMNS}
   from accounts.console_users u
   where u.id = $1 or u.email = $2`,
);
