/** Adds the new organizations, in the plan's order: a pass over a table that is only ever read whole returns it as it was written. */
export const INSERT_ORGANIZATIONS = `
  insert into directory.organizations
    (id, country_code, natural_key, name, sole_trader, legal_form, city, founded_year, content_hash)
  select id, country_code, natural_key, name, sole_trader, legal_form, city, founded_year, content_hash
  from pg_temp.planned_organizations
  where is_new
`;
