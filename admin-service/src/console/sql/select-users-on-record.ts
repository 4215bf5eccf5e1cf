import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/** All that is on record of a user of the console. */
export interface UserOnRecord extends UserRow {
  readonly oidcIssuer: string | null;
  readonly oidcSubject: string | null;
  /** Lines of the trail that name the user as who made the change. */
  readonly changes: number;
}

/**
 * Selects the users with one of the addresses. Uses console_users_email_key and changes_actor_idx;
 * locks nothing.
 */
export const selectUsersOnRecord = statement<readonly [emails: readonly string[]], UserOnRecord>(
  'accounts_select_users_on_record',
  `select ${USER_COLUMNS},
     u.oidc_issuer as "oidcIssuer", u.oidc_subject as "oidcSubject",
     (select count(*)::integer from accounts.changes c where c.actor_id = u.id) as changes
   from accounts.console_users u
   where u.email = any ($1::text[])
   order by u.email`,
);
