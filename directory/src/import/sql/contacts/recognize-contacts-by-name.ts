import { statement } from '@prospecting/platform/postgres';

/**
 * Recognizes a contact by its name when it has nothing else in common with the contacts on record.
 * The name must be unique both on record and in the file, and no other record may be a candidate
 * for that contact. Locks only the temporary table.
 */
export const recognizeContactsByName = statement<readonly [], never>(
  'directory_recognize_contacts_by_name',
  `
  insert into pg_temp.recognized_contacts (ordinal, contact_id)
  select ordinal, contact_id
  from pg_temp.candidate_contacts
  where score = 1 and record_rank = 1 and is_only_namesake and competitors = 1 and not is_taken`,
);
