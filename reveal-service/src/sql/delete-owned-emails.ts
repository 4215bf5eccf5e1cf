import { statement } from '@prospecting/platform/postgres';

/**
 * Removes addresses from those that an account owns. Locks the rows that it deletes. Served by
 * owned_emails_pkey.
 */
export const deleteOwnedEmails = statement<[accountId: string, emails: readonly string[]], never>(
  'reveal_delete_owned_emails',
  'delete from reveal.owned_emails where account_id = $1 and email = any($2::text[])',
);
