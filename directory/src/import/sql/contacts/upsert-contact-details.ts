import { statement } from '@prospecting/platform/postgres';

/**
 * Writes the current details of changed contacts. Served by contact_details_pkey. Locks the rows
 * that it writes.
 */
export const upsertContactDetails = statement<readonly [], never>(
  'directory_upsert_contact_details',
  `
  insert into directory.contact_details (contact_id, email, phone)
  select id, email, phone
  from pg_temp.planned_contacts
  where not is_new and (email is not null or phone is not null)
  on conflict on constraint contact_details_pkey do update
  set email = excluded.email, phone = excluded.phone`,
);
