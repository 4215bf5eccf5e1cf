import { statement } from '@prospecting/platform/postgres';

/** Returns those of the ids that no contact has. Served by contacts_pkey. Locks nothing. */
export const selectAbsentContacts = statement<readonly [ids: readonly string[]], { readonly contactId: string }>(
  'directory_select_absent_contacts',
  `
  select distinct held.id as "contactId"
  from unnest($1::uuid[]) as held (id)
  where not exists (select from directory.contacts where contacts.id = held.id)
  order by held.id`,
);
