import { statement } from '@prospecting/platform/postgres';

/**
 * Lists every identifier of the planned organizations, ordered by organization. Each foreign key
 * check then finds its organization where the previous check did, which saves more than filling the
 * primary key from left to right would. Locks nothing.
 */
export const createPlannedIdentifiers = statement<readonly [], never>(
  'directory_create_planned_identifiers',
  `
  create temporary table planned_identifiers as
  select is_new, 'orgNumber' as kind, org_number_key as value, id as organization_id, 0::smallint as position
  from pg_temp.planned_organizations
  union all
  select is_new, 'linkedInUrl', linked_in_key, id, 0::smallint
  from pg_temp.planned_organizations
  where linked_in_key is not null
  union all
  select planned.is_new, 'domain', domain.host, planned.id, (domain.ordinal - 1)::smallint
  from pg_temp.planned_organizations as planned
  cross join lateral unnest(planned.domains) with ordinality as domain (host, ordinal)
  order by organization_id`,
);
