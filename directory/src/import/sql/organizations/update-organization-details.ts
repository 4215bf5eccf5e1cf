import { statement } from '@prospecting/platform/postgres';

/**
 * Rewrites the details of changed organizations. Served by organization_details_pkey. Locks the
 * rows that it rewrites.
 */
export const updateOrganizationDetails = statement<readonly [], never>(
  'directory_update_organization_details',
  `
  update directory.organization_details
  set
    sole_trader = planned.sole_trader,
    organization_number = planned.organization_number,
    domain = planned.domain,
    linked_in_url = planned.linked_in_url,
    website = planned.website,
    employees_min = planned.employees_min,
    employees_max = planned.employees_max,
    revenue_min = planned.revenue_min,
    revenue_max = planned.revenue_max,
    revenue_currency = planned.revenue_currency,
    one_sentence_description = planned.one_sentence_description,
    description = planned.description,
    technologies = planned.technologies,
    keywords = planned.keywords,
    tags = planned.tags,
    address_line1 = planned.address_line1,
    address_line2 = planned.address_line2,
    postal_code = planned.postal_code,
    state_or_province = planned.state_or_province
  from pg_temp.planned_organizations as planned
  where not planned.is_new and organization_details.organization_id = planned.id`,
);
