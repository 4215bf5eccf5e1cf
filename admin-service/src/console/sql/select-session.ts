import { statement } from '@prospecting/platform/postgres';
import { USER_COLUMNS, type UserRow } from './user-row.js';

/**
 * Selects a session that has not ended, with its user as the user is now. Uses console_sessions_pkey;
 * locks nothing.
 */
export const selectSession = statement<
  readonly [tokenHash: Buffer],
  UserRow & { readonly expiresAt: Date; readonly isStale: boolean }
>(
  'accounts_select_session',
  `select ${USER_COLUMNS},
     s.expires_at as "expiresAt",
     s.last_seen_at < now() - interval '1 minute' as "isStale"
   from accounts.console_sessions s
   join accounts.console_users u on u.id = s.user_id
   where s.token_hash = $1
     and s.expires_at > now()
     and s.last_seen_at > now() - interval '30 minutes'
     and u.disabled_at is null`,
);
