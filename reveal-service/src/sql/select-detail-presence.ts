import { statement } from '@prospecting/platform/postgres';
import type { DetailPresence } from '../masking/organization-details.js';

export type DetailPresenceRow = DetailPresence & { readonly organizationId: string };

/**
 * Returns which details organizations have on record, without the wide values: most results show
 * none. Locks nothing. Served by organization_details_pkey.
 */
export const selectDetailPresence = statement<[organizationIds: readonly string[]], DetailPresenceRow>(
  'reveal_select_detail_presence',
  `select
    organization_id as "organizationId",
    -- Only a personal number is stored masked. Any other sole trader's number is an ordinary detail.
    case when organization_number like '%-XXXX' then organization_number end as "maskedOrganizationNumber",
    domain is not null as "hasDomain",
    linked_in_url is not null as "hasLinkedInUrl",
    num_nonnulls(website, employees_min, employees_max, revenue_min, revenue_max, revenue_currency,
      one_sentence_description, description, technologies, keywords, tags,
      address_line1, address_line2, postal_code, state_or_province) > 0 as "hasOtherDetails"
  from directory.organization_details
  where organization_id = any ($1::uuid[])`,
);
