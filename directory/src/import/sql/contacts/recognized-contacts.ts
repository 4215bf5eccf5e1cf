/**
 * Who staged contacts without an id are: to begin with, those that say exactly what a contact on record says. Nothing will be
 * written of them, so no id can come to mean another person. Where several on record say the same, each is named.
 *
 * A name alone never tells namesakes apart, so a record with nothing but a name is left for later.
 *
 * Served by contacts_organization_sort_idx, or for a large file by one pass. Locks nothing.
 */
export const RECOGNIZED_CONTACTS = `
  create temporary table recognized_contacts as
  select staged.ordinal, contacts.id as contact_id
  from pg_temp.staged_contacts as staged
  join directory.contacts
    on contacts.organization_id = staged.organization_id and contacts.content_hash = staged.content_hash
  where not staged.id_given
    and (staged.linked_in_slug is not null or staged.email is not null or staged.phone is not null)
    and not exists (select from pg_temp.staged_contacts as given where given.id_given and given.id = contacts.id)
`;
