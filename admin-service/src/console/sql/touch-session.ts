import { statement } from '@prospecting/platform/postgres';

/**
 * Records that a session is in use. Uses console_sessions_pkey; locks the session's row.
 */
export const touchSession = statement<readonly [tokenHash: Buffer], never>(
  'accounts_touch_session',
  `update accounts.console_sessions
   set last_seen_at = now()
   where token_hash = $1 and last_seen_at < now() - interval '1 minute'`,
);
