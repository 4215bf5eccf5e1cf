/**
 * What is to be written: the staged organizations that are new or have changed, ordered by id so that every index that
 * leads with it is filled from left to right.
 *
 * Served by organizations_pkey, or for a large file by one pass. Locks nothing.
 */
export const PLAN = `
  create temporary table planned_organizations as
  select
    organizations.id is null as is_new,
    staged.id, staged.content_hash, staged.natural_key, staged.country_code, staged.name, staged.sole_trader, staged.legal_form,
    staged.city, staged.founded_year, staged.org_number_key, staged.linked_in_key, staged.domains, staged.organization_number,
    staged.domain, staged.linked_in_url, staged.website, staged.employees_min, staged.employees_max, staged.revenue_min,
    staged.revenue_max, staged.revenue_currency, staged.one_sentence_description, staged.description, staged.technologies,
    staged.keywords, staged.tags, staged.address_line1, staged.address_line2, staged.postal_code, staged.state_or_province
  from pg_temp.staged_organizations as staged
  left join directory.organizations on organizations.id = staged.id
  where organizations.id is null or organizations.content_hash <> staged.content_hash
  order by staged.id
`;
