import { statement } from '@prospecting/platform/postgres';

/**
 * Deletes the details of changed contacts that no longer have any. Served by contact_details_pkey.
 * Locks what it deletes.
 */
export const deleteContactDetails = statement<readonly [], never>(
  'directory_delete_contact_details',
  `
  delete from directory.contact_details
  using pg_temp.planned_contacts as planned
  where not planned.is_new
    and planned.email is null and planned.phone is null
    and contact_details.contact_id = planned.id`,
);
