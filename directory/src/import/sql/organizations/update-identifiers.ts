/** Gives changed organizations their new identifiers and positions. Served by organization_identifiers_pkey; locks what it rewrites. */
export const UPDATE_IDENTIFIERS = `
  insert into directory.organization_identifiers (kind, value, organization_id, position)
  select kind, value, organization_id, position
  from pg_temp.planned_identifiers
  where not is_new
  on conflict on constraint organization_identifiers_pkey do update
  set position = excluded.position
  where organization_identifiers.position <> excluded.position
`;
