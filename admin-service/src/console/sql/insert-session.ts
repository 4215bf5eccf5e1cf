import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts a session of a user who is not disabled, for 12 hours, and returns no row for another. Locks
 * the user's row against a change, so that no session appears after the user is disabled.
 */
export const insertSession = statement<readonly [tokenHash: Buffer, userId: string], { readonly userId: string }>(
  'accounts_insert_session',
  `with allowed as (
     select id from accounts.console_users where id = $2 and disabled_at is null for share
   )
   insert into accounts.console_sessions (token_hash, user_id, expires_at)
   select $1, id, now() + interval '12 hours'
   from allowed
   returning user_id as "userId"`,
);
