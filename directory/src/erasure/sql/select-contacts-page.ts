import { statement } from '@prospecting/platform/postgres';
import type { ContactIdentity } from '../suppression-keys.js';

export type ContactsPageRow = ContactIdentity;

/** Returns a page of all contacts. Served in order by contacts_pkey. Locks nothing. */
export const selectContactsPage = statement<readonly [afterId: string, limit: number], ContactsPageRow>(
  'directory_select_contacts_page',
  `
  select contacts.id, contacts.organization_id as "organizationId", substr(contacts.sort_key, 3) as "normalizedName",
    contacts.linked_in_slug as "linkedInSlug", contact_details.email, contact_details.phone
  from directory.contacts
  left join directory.contact_details on contact_details.contact_id = contacts.id
  where contacts.id > $1::uuid
  order by contacts.id
  limit $2`,
);
