/**
 * Staged organizations that another record is already, by number or by id. Of several, the first with a given id goes in, else the
 * first. Sole traders with different given ids are different firms. Locks nothing.
 */
export const FIND_DUPLICATES = `
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join (
    select org_number_key, coalesce(min(ordinal) filter (where id_given), min(ordinal)) as taken
    from pg_temp.staged_organizations
    group by org_number_key
    having count(*) > 1
  ) as repeated on repeated.org_number_key = staged.org_number_key and repeated.taken <> staged.ordinal
  where not (staged.sole_trader and staged.id_given)
  union
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join (
    select id, coalesce(min(ordinal) filter (where id_given), min(ordinal)) as taken
    from pg_temp.staged_organizations
    group by id
    having count(*) > 1
  ) as repeated on repeated.id = staged.id and repeated.taken <> staged.ordinal
  order by ordinal
`;
