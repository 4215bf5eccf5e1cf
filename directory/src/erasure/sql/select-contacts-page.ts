import { statement } from '@prospecting/platform/postgres';
import type { ContactIdentity } from '../suppression-keys.js';

export type ContactsPageRow = ContactIdentity;

/**
 * Returns a page of all contacts. Served in order by contacts_pkey, and by contact_details_pkey with one
 * look-up for each: as a plain join, it may read all details up to the page. Locks nothing.
 */
export const selectContactsPage = statement<readonly [afterId: string, limit: number], ContactsPageRow>(
  'directory_select_contacts_page',
  `
  select contacts.id, contacts.organization_id as "organizationId", substr(contacts.sort_key, 3) as "normalizedName",
    contacts.linked_in_slug as "linkedInSlug", details.email, details.phone
  from directory.contacts
  left join lateral (
    select email, phone from directory.contact_details where contact_id = contacts.id limit 1
  ) as details on true
  where contacts.id > $1::uuid
  order by contacts.id
  limit $2`,
);
