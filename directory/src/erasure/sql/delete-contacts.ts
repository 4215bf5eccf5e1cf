import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes contacts, and by the foreign key their details. Served by contacts_pkey. Locks what it
 * deletes.
 */
export const deleteContacts = statement<readonly [ids: readonly string[]], never>(
  'directory_delete_contacts',
  `delete from directory.contacts where id = any ($1::uuid[])`,
);
