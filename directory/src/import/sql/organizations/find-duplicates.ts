/** Staged organizations that an earlier record is already, by natural key or by id. The first of a file wins. Locks nothing. */
export const FIND_DUPLICATES = `
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join (
    select natural_key, min(ordinal) as first
    from pg_temp.staged_organizations
    group by natural_key
    having count(*) > 1
  ) as repeated on repeated.natural_key = staged.natural_key and repeated.first < staged.ordinal
  union
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join (
    select id, min(ordinal) as first
    from pg_temp.staged_organizations
    group by id
    having count(*) > 1
  ) as repeated on repeated.id = staged.id and repeated.first < staged.ordinal
  order by ordinal
`;
