/** Adds the identifiers of new organizations, in the plan's order. */
export const INSERT_IDENTIFIERS = `
  insert into directory.organization_identifiers (kind, value, organization_id, position)
  select kind, value, organization_id, position
  from pg_temp.planned_identifiers
  where is_new
`;
