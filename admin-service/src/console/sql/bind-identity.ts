import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/**
 * Selects the user with an identity at the provider, and binds the identity to the user with the
 * address when nobody has it and the user has none. Returns no row when neither applies. Uses
 * console_users_oidc_key and console_users_email_key; locks the row that it binds. Of two sign-ins at
 * the same time one binds, and the other violates console_users_oidc_key or finds the row bound.
 */
export const bindIdentity = statement<
  readonly [issuer: string, subject: string, verifiedEmail: string | null],
  UserRow & { readonly isNew: boolean }
>(
  'accounts_bind_identity',
  `with known as (
     select id from accounts.console_users where oidc_issuer = $1 and oidc_subject = $2
   ), bound as (
     update accounts.console_users
     set oidc_issuer = $1, oidc_subject = $2
     where email = $3 and oidc_subject is null and disabled_at is null and not exists (select from known)
     returning id
   )
   select ${USER_COLUMNS},
     u.id in (select id from bound) as "isNew"
   from accounts.console_users u
   where u.id in (select id from known union all select id from bound) and u.disabled_at is null`,
);
