import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes sessions and links that have ended. Uses console_sessions_expires_idx and
 * console_links_expires_idx. An idle session is deleted when its 12 hours are over.
 */
export const deleteExpired = statement<readonly [], never>(
  'accounts_delete_expired',
  `with links as (
     delete from accounts.console_links where expires_at <= now()
   )
   delete from accounts.console_sessions where expires_at <= now()`,
);
