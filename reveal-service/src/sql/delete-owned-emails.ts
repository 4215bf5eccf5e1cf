import { statement } from '@prospecting/platform/postgres';

/**
 * Removes addresses from those that an account owns. Locks the rows that it deletes. Served by
 * owned_emails_pkey, with one look-up for each address: as the account comes with the addresses, the
 * planner cannot read all that the account owns instead.
 */
export const deleteOwnedEmails = statement<[accountId: string, emails: readonly string[]], never>(
  'reveal_delete_owned_emails',
  `with unwanted as materialized (
    select $1::uuid as account_id, email from unnest($2::text[]) as each (email)
  )
  delete from reveal.owned_emails
  where (account_id = $1) is true and (account_id, email) in (select account_id, email from unwanted)`,
);
