/** Staged switchboards of an organization that an earlier record has one for. The first of a file wins. Locks nothing. */
export const FIND_DUPLICATES = `
  select staged.ordinal, staged.line
  from pg_temp.staged_switchboards as staged
  join (
    select organization_id, min(ordinal) as first
    from pg_temp.staged_switchboards
    group by organization_id
    having count(*) > 1
  ) as repeated on repeated.organization_id = staged.organization_id and repeated.first < staged.ordinal
  order by staged.ordinal
`;
