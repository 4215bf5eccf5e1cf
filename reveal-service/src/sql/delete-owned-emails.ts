import { statement } from '@prospecting/platform/postgres';

/**
 * Removes addresses from those that an account owns. Locks the rows that it deletes in the order of
 * their places, in whatever order the addresses come: two removals at once cannot deadlock. No
 * statement updates these rows, so each keeps its place. Served by owned_emails_pkey, with one
 * look-up for each address: "offset 0" and "is true" keep the planner from reading all that the
 * account owns instead.
 */
export const deleteOwnedEmails = statement<[accountId: string, emails: readonly string[]], never>(
  'reveal_delete_owned_emails',
  `delete from reveal.owned_emails
  where (account_id = $1) is true and ctid = any (array(
    select owned.place
    from unnest($2::text[]) as unwanted (email)
    cross join lateral (
      select ctid as place
      from reveal.owned_emails
      where account_id = $1 and email = unwanted.email
      offset 0
    ) as owned
  ))`,
);
