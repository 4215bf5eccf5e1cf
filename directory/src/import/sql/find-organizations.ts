/**
 * The organizations behind numbers ($1, values of the identifier orgNumber) and ids ($2). Of a sole trader's several firms under
 * one number it is the one founded first, then the lowest id: the one that a lookup of the number would match.
 *
 * Served by organization_identifiers_pkey and organizations_pkey. Locks nothing.
 */
export const FIND_ORGANIZATIONS = `
  select sought.value as reference, found.id, found.country_code as "countryCode"
  from unnest($1::text[]) as sought (value)
  cross join lateral (
    select organizations.id, organizations.country_code
    from directory.organization_identifiers
    join directory.organizations on organizations.id = organization_identifiers.organization_id
    where organization_identifiers.kind = 'orgNumber' and organization_identifiers.value = sought.value
    order by organizations.founded_year, organizations.id
    limit 1
  ) as found
  union all
  select organizations.id::text, organizations.id, organizations.country_code
  from directory.organizations
  where organizations.id = any ($2::uuid[])
`;
