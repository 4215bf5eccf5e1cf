import { statement } from '@prospecting/platform/postgres';

/**
 * Recognizes each contact without an id as the contact on record with which it has the most in
 * common, by page, by address, or by phone and name.
 *
 * If several records compete for one contact, the record with the most in common gets it; if the
 * best two tie, none does. A record that would rename the contact must be its only competitor and
 * must have no other candidate. Locks only the temporary table.
 */
export const recognizeContactsByEvidence = statement<readonly [], never>(
  'directory_recognize_contacts_by_evidence',
  `
  insert into pg_temp.recognized_contacts (ordinal, contact_id)
  select ordinal, contact_id
  from (
    select
      ordinal, contact_id, is_taken, ties, renames and (candidates > 1 or competitors > 1) as is_doubtful,
      rank() over (partition by contact_id order by score desc) as contact_rank,
      count(*) over (partition by contact_id, score) as contact_ties
    from pg_temp.candidate_contacts
    where record_rank = 1 and score >= 2
  ) as claims
  where not is_taken and not is_doubtful and ties = 1 and contact_rank = 1 and contact_ties = 1`,
);
