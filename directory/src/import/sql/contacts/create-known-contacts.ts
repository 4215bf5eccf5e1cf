import { statement } from '@prospecting/platform/postgres';

/**
 * Copies the contacts on record of every organization that still has a staged contact to recognize.
 * `is_taken`: a record of the file already is that contact. `namesakes`: how many contacts of the
 * organization have the name, including this one.
 *
 * Served by contacts_organization_sort_idx and contact_details_pkey, or for a large file by one
 * pass over each table. Locks nothing.
 */
export const createKnownContacts = statement<readonly [], never>(
  'directory_create_known_contacts',
  `
  create temporary table known_contacts as
  select
    contacts.id, contacts.organization_id, substr(contacts.sort_key, 3) as normalized_name, contacts.first_name,
    contacts.linked_in_slug, contact_details.email, contact_details.phone, taken.id is not null as is_taken,
    count(*) over (partition by contacts.organization_id, substr(contacts.sort_key, 3)) as namesakes
  from (
    select distinct staged.organization_id
    from pg_temp.staged_contacts as staged
    where not staged.id_given
      and not exists (select from pg_temp.recognized_contacts where recognized_contacts.ordinal = staged.ordinal)
  ) as organizations
  join directory.contacts on contacts.organization_id = organizations.organization_id
  left join directory.contact_details on contact_details.contact_id = contacts.id
  left join (
    select contact_id as id from pg_temp.recognized_contacts
    union
    select id from pg_temp.staged_contacts where id_given
  ) as taken on taken.id = contacts.id`,
);
