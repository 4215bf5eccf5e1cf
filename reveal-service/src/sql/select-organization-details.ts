import { statement } from '@prospecting/platform/postgres';
import type { RecordedDetails } from '../masking/organization-details.js';

export type OrganizationDetailsRow = RecordedDetails & { readonly organizationId: string };

/**
 * Returns all details of organizations, by the names of the protos.
 * Locks nothing. Served by organization_details_pkey.
 */
export const selectOrganizationDetails = statement<[organizationIds: readonly string[]], OrganizationDetailsRow>(
  'reveal_select_organization_details',
  `select
    organization_id as "organizationId",
    organization_number as "organizationNumber",
    domain,
    linked_in_url as "linkedInUrl",
    website,
    employees_min as "employeesMin",
    employees_max as "employeesMax",
    revenue_min as "revenueMin",
    revenue_max as "revenueMax",
    revenue_currency as "revenueCurrency",
    one_sentence_description as "oneSentenceDescription",
    description,
    technologies,
    keywords,
    tags,
    address_line1 as "addressLine1",
    address_line2 as "addressLine2",
    postal_code as "postalCode",
    state_or_province as "stateOrProvince"
  from directory.organization_details
  where organization_id = any ($1::uuid[])`,
);
