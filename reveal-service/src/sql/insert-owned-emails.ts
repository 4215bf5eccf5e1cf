import { statement } from '@prospecting/platform/postgres';

/**
 * Adds addresses to those that an account owns, and ignores those it owns already. Locks the new
 * rows in the order of owned_emails_pkey.
 */
export const insertOwnedEmails = statement<[accountId: string, emails: readonly string[]], never>(
  'reveal_insert_owned_emails',
  `insert into reveal.owned_emails (account_id, email)
  select $1, email from unnest($2::text[]) as added (email) order by email
  on conflict on constraint owned_emails_pkey do nothing`,
);
