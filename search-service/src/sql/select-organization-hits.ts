import { statement } from '@prospecting/platform/postgres';
import type { OrganizationHitsValues } from '../matching/candidates.js';
import type { OrganizationHitRow } from '../matching/records.js';

/**
 * Selects one row for each value of $1 to $4 (ids, org numbers, LinkedIn pages, domains) that finds
 * an organization. When several organizations have one value, the one whose primary value it is
 * wins, then the one founded first, then the lowest id. SQL decides this, so that a domain which
 * thousands share is still one row. Locks nothing. Served by organizations_pkey and
 * organization_identifiers_pkey (kind, value).
 */
export const ORGANIZATION_HITS = `
  select distinct on (kind, value)
    kind, value, id, name, country_code as "countryCode", sole_trader as "soleTrader", legal_form as "legalForm", city,
    founded_year as "foundedYear"
  from (
    select 'id' as kind, o.id::text as value, 0::smallint as position,
      o.id, o.name, o.country_code, o.sole_trader, o.legal_form, o.city, o.founded_year
    from directory.organizations o
    where o.id = any($1::uuid[])
    ${['orgNumber', 'linkedInUrl', 'domain'].map((kind, index) => hitsOf(kind, index + 2)).join('')}
  ) hit
  order by kind, value, position, founded_year nulls last, id`;

/** Selects the organizations that a batch names, as ORGANIZATION_HITS defines. */
export const selectOrganizationHits = statement<OrganizationHitsValues, OrganizationHitRow>(
  'directory_select_organization_hits',
  ORGANIZATION_HITS,
);

/** One branch per kind: a single branch would probe the index for every value under every kind. */
function hitsOf(kind: string, parameter: number): string {
  return `
    union all
    select i.kind, i.value, i.position,
      o.id, o.name, o.country_code, o.sole_trader, o.legal_form, o.city, o.founded_year
    from directory.organization_identifiers i
    join directory.organizations o on o.id = i.organization_id
    where i.kind = '${kind}' and i.value = any($${parameter}::text[])`;
}
