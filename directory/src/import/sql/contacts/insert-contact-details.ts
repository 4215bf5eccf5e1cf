import { statement } from '@prospecting/platform/postgres';

/** Inserts the details of new contacts in the order of the plan. Locks what it inserts. */
export const insertContactDetails = statement<readonly [], never>(
  'directory_insert_contact_details',
  `
  insert into directory.contact_details (contact_id, email, phone)
  select id, email, phone
  from pg_temp.planned_contacts
  where is_new and (email is not null or phone is not null)`,
);
