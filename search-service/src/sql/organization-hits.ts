/**
 * One row for each value of $1 to $4 (ids, org numbers, LinkedIn pages, domains) that an organization is found by. Where several
 * organizations have one value, the one whose primary it is wins, then the one founded first, then the lowest id: settled here,
 * so that a domain which thousands share is still one row.
 *
 * Indexes: organizations_pkey; organization_identifiers_pkey (kind, value). Locks nothing.
 */
export const ORGANIZATION_HITS = `
  select distinct on (kind, value)
    kind, value, id, name, country_code, sole_trader, legal_form, city, founded_year
  from (
    select 'id' as kind, o.id::text as value, 0::smallint as position,
      o.id, o.name, o.country_code, o.sole_trader, o.legal_form, o.city, o.founded_year
    from directory.organizations o
    where o.id = any($1::uuid[])
    ${['orgNumber', 'linkedInUrl', 'domain'].map((kind, index) => hitsOf(kind, index + 2)).join('')}
  ) hit
  order by kind, value, position, founded_year nulls last, id`;

/** A branch for each kind: one branch for all would probe the index for every value under every kind. */
function hitsOf(kind: string, parameter: number): string {
  return `
    union all
    select i.kind, i.value, i.position,
      o.id, o.name, o.country_code, o.sole_trader, o.legal_form, o.city, o.founded_year
    from directory.organization_identifiers i
    join directory.organizations o on o.id = i.organization_id
    where i.kind = '${kind}' and i.value = any($${parameter}::text[])`;
}
