import { statement } from '@prospecting/platform/postgres';

/**
 * Returns the contacts that have one of the addresses: at most `limit` for each, lowest ids first.
 * An address like info@ can belong to thousands. Locks nothing. Served by
 * contact_details_email_idx.
 */
export const selectContactsByEmail = statement<
  [emails: readonly string[], limit: number],
  { readonly email: string; readonly contactId: string }
>(
  'reveal_select_contacts_by_email',
  `select wanted.email, found.contact_id as "contactId"
  from unnest($1::text[]) as wanted (email)
  cross join lateral (
    select contact_details.contact_id
    from directory.contact_details
    where contact_details.email = wanted.email
    order by contact_details.contact_id
    limit $2
  ) as found`,
);
