/**
 * Staged contacts without an id that may be a contact on record, or may not be. A contact on record that another record of the file
 * is, nobody else can be: those that have something in common only with such contacts are not found here, and are new. Locks nothing.
 */
export const FIND_AMBIGUOUS = `
  select distinct one.ordinal, one.line
  from pg_temp.unrecognized_contacts as one
  join pg_temp.candidate_contacts as candidate on candidate.ordinal = one.ordinal
  left join pg_temp.recognized_contacts as recognized on recognized.ordinal = one.ordinal
  left join pg_temp.recognized_contacts as someone on someone.contact_id = candidate.contact_id
  where recognized.ordinal is null and someone.ordinal is null and not candidate.is_taken
  order by one.ordinal
`;
