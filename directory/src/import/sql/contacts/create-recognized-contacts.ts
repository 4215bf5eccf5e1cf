import { statement } from '@prospecting/platform/postgres';

/**
 * Starts the list of recognized contacts with the staged contacts without an id whose content
 * equals that of a contact on record. They cause no write, so no id can come to mean another
 * person. If several contacts on record have the same content, the list has each of them.
 *
 * A name does not distinguish namesakes, so records with only a name are left for later statements.
 *
 * Served by contacts_organization_sort_idx, or for a large file by one pass. Locks nothing.
 */
export const createRecognizedContacts = statement<readonly [], never>(
  'directory_create_recognized_contacts',
  `
  create temporary table recognized_contacts as
  select staged.ordinal, contacts.id as contact_id
  from pg_temp.staged_contacts as staged
  join directory.contacts
    on contacts.organization_id = staged.organization_id and contacts.content_hash = staged.content_hash
  where not staged.id_given
    and (staged.linked_in_slug is not null or staged.email is not null or staged.phone is not null)
    and not exists (select from pg_temp.staged_contacts as given where given.id_given and given.id = contacts.id)`,
);
