import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/**
 * Inserts a user, and returns no row when the address is taken. Violates console_users_account_fkey
 * when there is no such account. Locks the new row.
 */
export const insertUser = statement<
  readonly [id: string, email: string, name: string, role: string, accountId: string | null],
  UserRow
>(
  'accounts_insert_user',
  `insert into accounts.console_users as u (id, email, name, role, account_id)
   values ($1, $2, $3, $4, $5)
   on conflict on constraint console_users_email_key do nothing
   returning ${USER_COLUMNS}`,
);
