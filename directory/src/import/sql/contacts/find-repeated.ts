/**
 * Staged contacts whose id an earlier record has too. `namesake` counts the different records under one id in the order of the
 * file; `same` is true where the whole record has been there before. Locks nothing.
 */
export const FIND_REPEATED = `
  select
    ordinal, line, id_from_name as "idFromName", organization_id as "organizationId", substr(sort_key, 3) as "levelledName",
    same, namesake
  from (
    select
      ordinal, line, id_from_name, organization_id, sort_key, ordinal > first as same,
      dense_rank() over (partition by id order by first)::integer as namesake
    from (
      select
        staged.ordinal, staged.line, staged.id, staged.id_from_name, staged.organization_id, staged.sort_key,
        min(staged.ordinal) over (partition by staged.id, staged.content_hash) as first
      from pg_temp.staged_contacts as staged
      join (select id from pg_temp.staged_contacts group by id having count(*) > 1) as repeated on repeated.id = staged.id
    ) as records
  ) as numbered
  where same or namesake > 1
  order by ordinal
`;
