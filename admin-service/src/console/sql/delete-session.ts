import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes a session. Uses console_sessions_pkey.
 */
export const deleteSession = statement<readonly [tokenHash: Buffer], never>(
  'accounts_delete_session',
  `delete from accounts.console_sessions where token_hash = $1`,
);
