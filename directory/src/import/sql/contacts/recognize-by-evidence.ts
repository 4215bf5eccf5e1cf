/**
 * A contact without an id is the contact on record with which it has the most in common: a page, an address, or a phone and the
 * name. Of several that want to be one contact it is the one with the most in common, and none where two have equally much.
 * One that would rename the contact must be the only one that wants it, and must want no other.
 */
export const RECOGNIZE_BY_EVIDENCE = `
  insert into pg_temp.recognized_contacts (ordinal, contact_id)
  select ordinal, contact_id
  from (
    select
      ordinal, contact_id, is_taken, equals, renames and (options > 1 or suitors > 1) as is_doubtful,
      rank() over (partition by contact_id order by score desc) as place,
      count(*) over (partition by contact_id, score) as rivals
    from pg_temp.candidate_contacts
    where preference = 1 and score >= 2
  ) as claims
  where not is_taken and not is_doubtful and equals = 1 and place = 1 and rivals = 1
`;
