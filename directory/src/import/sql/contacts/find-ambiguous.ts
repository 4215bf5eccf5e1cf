/**
 * Staged contacts without an id that may be a contact on record, or may not be. Those remain, and are new, that have only the name
 * in common with contacts that other records of the file are. Locks nothing.
 */
export const FIND_AMBIGUOUS = `
  select distinct one.ordinal, one.line
  from pg_temp.unrecognized_contacts as one
  join pg_temp.candidate_contacts as candidate on candidate.ordinal = one.ordinal
  left join pg_temp.recognized_contacts as recognized on recognized.ordinal = one.ordinal
  left join pg_temp.recognized_contacts as someone on someone.contact_id = candidate.contact_id
  where recognized.ordinal is null
    and (candidate.score >= 2 or (someone.ordinal is null and not candidate.is_taken))
  order by one.ordinal
`;
