/**
 * A contact that has nothing but the name in common with those on record is the only one of that name there, if it is the only one
 * of that name in the file and no other record may be that contact.
 */
export const RECOGNIZE_BY_NAME = `
  insert into pg_temp.recognized_contacts (ordinal, contact_id)
  select ordinal, contact_id
  from pg_temp.candidate_contacts
  where score = 1 and preference = 1 and is_only_namesake and suitors = 1 and not is_taken
`;
