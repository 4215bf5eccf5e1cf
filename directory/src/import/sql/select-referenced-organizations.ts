import { statement } from '@prospecting/platform/postgres';
import type { CountryCode } from '../../identifiers/index.js';

export interface ReferencedOrganizationRow {
  /** The number key or id by which it was requested. */
  readonly reference: string;
  readonly id: string;
  readonly countryCode: CountryCode;
}

/**
 * Finds organizations by number (values of the identifier orgNumber) and by id. If a sole trader
 * runs several firms under one number, returns the one that a lookup of the number would match: the
 * one founded first, then the one with the lowest id.
 *
 * Served by organization_identifiers_pkey and organizations_pkey. Locks nothing.
 */
export const selectReferencedOrganizations = statement<
  readonly [numberKeys: readonly string[], ids: readonly string[]],
  ReferencedOrganizationRow
>(
  'directory_select_referenced_organizations',
  `
  select requested.value as reference, found.id, found.country_code as "countryCode"
  from unnest($1::text[]) as requested (value)
  cross join lateral (
    select organizations.id, organizations.country_code
    from directory.organization_identifiers
    join directory.organizations on organizations.id = organization_identifiers.organization_id
    where organization_identifiers.kind = 'orgNumber' and organization_identifiers.value = requested.value
    order by organizations.founded_year, organizations.id
    limit 1
  ) as found
  union all
  select organizations.id::text, organizations.id, organizations.country_code
  from directory.organizations
  where organizations.id = any ($2::uuid[])`,
);
