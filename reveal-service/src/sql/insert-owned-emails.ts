import { statement } from '@prospecting/platform/postgres';

/**
 * Adds addresses to those that an account owns, and ignores those it owns already. Adds none, and
 * returns false, when the account would own more than `most`; two calls at once may both pass. Locks
 * the new rows in the order of owned_emails_pkey, which also serves the count.
 */
export const insertOwnedEmails = statement<
  [accountId: string, emails: readonly string[], most: number],
  { readonly added: boolean }
>(
  'reveal_insert_owned_emails_up_to',
  `with wanted as (
    select email from unnest($2::text[]) as wanted (email)
  ), room as (
    select (select count(*) from reveal.owned_emails where account_id = $1)
      + (select count(*) from wanted where not exists (
          select from reveal.owned_emails as owned where owned.account_id = $1 and owned.email = wanted.email
        )) <= $3 as enough
  ), added as (
    insert into reveal.owned_emails (account_id, email)
    select $1, email from wanted where (select enough from room) order by email
    on conflict on constraint owned_emails_pkey do nothing
  )
  select enough as added from room`,
);
