import { statement } from '@prospecting/platform/postgres';
import type { ContactIdentity } from '../suppression-keys.js';

export interface PersonContact extends ContactIdentity {
  /** True when a contact that is not the person's has the address too, such as `info@`. */
  readonly emailIsShared: boolean;
}

/** Returns SQL of the contact with an id. */
const contactOf = (id: string): string => `
      select id, organization_id, linked_in_slug as slug, substr(sort_key, 3) as normalized_name
      from directory.contacts where contacts.id = ${id} limit 1`;

/** Returns SQL of the details of the contact with an id. */
const detailsOf = (id: string): string => `
      select email, phone from directory.contact_details where contact_id = ${id} limit 1`;

/**
 * Returns every contact of one person: the one with the id, or those with the address or the page,
 * and from these on every other one with the same page, or with the same address and name.
 *
 * Served by contacts_pkey, contact_details_pkey, contact_details_email_idx and
 * contacts_linked_in_slug_idx. Every limit makes a join one look-up for each; otherwise the planner may
 * read all contacts. The address and the page that were given are not followed again: everyone who has
 * them is there from the start, and an address may belong to thousands. Locks nothing.
 */
export const selectPerson = statement<
  readonly [id: string | null, email: string | null, slug: string | null],
  PersonContact
>(
  'directory_select_person',
  `
  with recursive person (id, slug, email, normalized_name) as (
    select contact.id, contact.slug, details.email, contact.normalized_name
    from (
      select $1::uuid as id
      union
      select contacts.id from directory.contacts where contacts.linked_in_slug = $3
      union
      select contact_details.contact_id from directory.contact_details where contact_details.email = $2
    ) as named
    cross join lateral (${contactOf('named.id')}) as contact
    left join lateral (${detailsOf('named.id')}) as details on true
    union
    select other.id, other.slug, other.email, other.normalized_name
    from person
    cross join lateral (
      select contacts.id, contacts.linked_in_slug as slug, details.email,
        substr(contacts.sort_key, 3) as normalized_name
      from directory.contacts
      left join lateral (${detailsOf('contacts.id')}) as details on true
      where contacts.linked_in_slug = person.slug and person.slug is distinct from $3
      union all
      select contact.id, contact.slug, contact_details.email, contact.normalized_name
      from directory.contact_details
      cross join lateral (${contactOf('contact_details.contact_id')}) as contact
      where contact_details.email = person.email and contact.normalized_name = person.normalized_name
        and person.email is distinct from $2
    ) as other
  )
  select person.id, contact.organization_id as "organizationId", person.normalized_name as "normalizedName",
    person.slug as "linkedInSlug", person.email, details.phone,
    person.email is distinct from $2 and (
      select true
      from directory.contact_details as another
      where another.email = person.email and another.contact_id not in (select id from person)
      limit 1
    ) is not null as "emailIsShared"
  from person
  cross join lateral (${contactOf('person.id')}) as contact
  left join lateral (${detailsOf('person.id')}) as details on true
  order by person.id`,
);
