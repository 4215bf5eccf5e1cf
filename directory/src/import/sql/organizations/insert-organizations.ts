import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts the new organizations in the order of the plan. Without `order by`, a scan of the whole
 * temporary table returns its rows in the order in which they were written. Locks what it inserts.
 */
export const insertOrganizations = statement<readonly [], never>(
  'directory_insert_organizations',
  `
  insert into directory.organizations
    (id, country_code, natural_key, name, sole_trader, legal_form, city, founded_year, content_hash, source)
  select id, country_code, natural_key, name, sole_trader, legal_form, city, founded_year, content_hash, source
  from pg_temp.planned_organizations
  where is_new`,
);
