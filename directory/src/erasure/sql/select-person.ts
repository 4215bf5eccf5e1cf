import { statement } from '@prospecting/platform/postgres';
import type { ContactIdentity } from '../suppression-keys.js';

export interface PersonContact extends ContactIdentity {
  /** True when a contact that is not the person's has the address too, such as `info@`. */
  readonly emailIsShared: boolean;
}

/**
 * Returns every contact of one person: the one with the id, or those with the address or the page,
 * and from these on every other one with the same page, or with the same address and name.
 *
 * Served by contacts_pkey, contact_details_email_idx and contacts_linked_in_slug_idx. Locks nothing.
 */
export const selectPerson = statement<
  readonly [id: string | null, email: string | null, slug: string | null],
  PersonContact
>(
  'directory_select_person',
  `
  with recursive person (id, slug, email, normalized_name) as (
    select contacts.id, contacts.linked_in_slug, contact_details.email, substr(contacts.sort_key, 3)
    from directory.contacts
    left join directory.contact_details on contact_details.contact_id = contacts.id
    where contacts.id = $1
      or contacts.linked_in_slug = $3
      or contacts.id in (select contact_id from directory.contact_details where email = $2)
    union
    select other.id, other.slug, other.email, other.normalized_name
    from person
    cross join lateral (
      select contacts.id, contacts.linked_in_slug as slug, contact_details.email,
        substr(contacts.sort_key, 3) as normalized_name
      from directory.contacts
      left join directory.contact_details on contact_details.contact_id = contacts.id
      where contacts.linked_in_slug = person.slug
      union all
      select contacts.id, contacts.linked_in_slug, contact_details.email, substr(contacts.sort_key, 3)
      from directory.contact_details
      join directory.contacts on contacts.id = contact_details.contact_id
      where contact_details.email = person.email and substr(contacts.sort_key, 3) = person.normalized_name
    ) as other
  )
  select contacts.id, contacts.organization_id as "organizationId", person.normalized_name as "normalizedName",
    person.slug as "linkedInSlug", person.email, contact_details.phone,
    exists (
      select from directory.contact_details as another
      where another.email = person.email and another.contact_id not in (select id from person)
    ) as "emailIsShared"
  from person
  join directory.contacts on contacts.id = person.id
  left join directory.contact_details on contact_details.contact_id = person.id
  order by contacts.id`,
);
