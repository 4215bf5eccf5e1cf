/**
 * The contacts on record of the organizations of staged contacts that are still to be recognized. `is_taken`: some record of the file
 * is that contact already. `namesakes` counts the contacts of the organization with the name, itself included.
 *
 * Served by contacts_organization_sort_idx and contact_details_pkey, or for a large file by one pass each. Locks nothing.
 */
export const KNOWN_CONTACTS = `
  create temporary table known_contacts as
  select
    contacts.id, contacts.organization_id, substr(contacts.sort_key, 3) as levelled_name, contacts.first_name,
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
  ) as taken on taken.id = contacts.id
`;
