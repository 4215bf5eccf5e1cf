import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/**
 * Selects every user, by address. A small table; locks nothing.
 */
export const selectUsers = statement<readonly [], UserRow>(
  'accounts_select_users',
  `select ${USER_COLUMNS}
   from accounts.console_users u
   order by u.email`,
);
