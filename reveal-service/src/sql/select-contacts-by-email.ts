import { statement } from '@prospecting/platform/postgres';

/**
 * The contacts on which the given addresses stand, at most `limit` for each, lowest ids first: an address like info@ can stand on
 * thousands.
 * Locks nothing. Served by contact_details_email_idx.
 */
export const selectContactsByEmail = statement<
  [emails: readonly string[], limit: number],
  { email: string; contactId: string }
>(
  'reveal_select_contacts_by_email',
  `select asked.email, found.contact_id as "contactId"
  from unnest($1::text[]) as asked (email)
  cross join lateral (
    select contact_details.contact_id
    from directory.contact_details
    where contact_details.email = asked.email
    order by contact_details.contact_id
    limit $2
  ) as found`,
);
