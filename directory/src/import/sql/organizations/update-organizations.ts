import { statement } from '@prospecting/platform/postgres';

/**
 * Rewrites the organizations that have changed. Served by organizations_pkey. Locks the rows that
 * it rewrites.
 */
export const updateOrganizations = statement<readonly [], never>(
  'directory_update_organizations',
  `
  update directory.organizations
  set
    country_code = planned.country_code,
    natural_key = planned.natural_key,
    name = planned.name,
    sole_trader = planned.sole_trader,
    legal_form = planned.legal_form,
    city = planned.city,
    founded_year = planned.founded_year,
    content_hash = planned.content_hash,
    source = planned.source
  from pg_temp.planned_organizations as planned
  where not planned.is_new and organizations.id = planned.id`,
);
