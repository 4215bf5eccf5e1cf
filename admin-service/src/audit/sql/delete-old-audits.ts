import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes the audits that began more than 400 days ago by the database's clock. Uses
 * audits_started_idx; locks the rows that it deletes.
 */
export const deleteOldAudits = statement<readonly [], Record<string, never>>(
  'accounts_delete_old_audits',
  `delete from accounts.audits where started_at < clock_timestamp() - interval '400 days'`,
);
