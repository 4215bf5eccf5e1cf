import { statement } from '@prospecting/platform/postgres';

/** Inserts the details of new organizations in the order of the plan. Locks what it inserts. */
export const insertOrganizationDetails = statement<readonly [], never>(
  'directory_insert_organization_details',
  `
  insert into directory.organization_details (
    organization_id, sole_trader, organization_number, domain, linked_in_url, website, employees_min, employees_max,
    revenue_min, revenue_max, revenue_currency, one_sentence_description, description, technologies, keywords, tags,
    address_line1, address_line2, postal_code, state_or_province
  )
  select
    id, sole_trader, organization_number, domain, linked_in_url, website, employees_min, employees_max, revenue_min,
    revenue_max, revenue_currency, one_sentence_description, description, technologies, keywords, tags,
    address_line1, address_line2, postal_code, state_or_province
  from pg_temp.planned_organizations
  where is_new`,
);
