/**
 * Staged contacts that are in the file already: those whose given id an earlier record was given too, and those without an id that
 * were judged to be duplicates. Locks nothing.
 */
export const FIND_DUPLICATES = `
  select staged.ordinal, staged.line
  from pg_temp.staged_contacts as staged
  join (
    select id, min(ordinal) as first
    from pg_temp.staged_contacts
    where id_given
    group by id
    having count(*) > 1
  ) as repeated on repeated.id = staged.id and repeated.first < staged.ordinal
  where staged.id_given
  union all
  select ordinal, line
  from pg_temp.repeated_contacts
  where verdict = 'duplicate'
  order by ordinal
`;
