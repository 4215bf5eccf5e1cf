import { statement } from '@prospecting/platform/postgres';
import type { ContactRecord } from '../masking/records.js';
import { maskedColumns } from './masked-columns.js';

/**
 * Returns the unmasked records of contacts: one row for each contact on record.
 * Locks nothing. Served by contacts_pkey, organizations_pkey and contact_details_pkey.
 */
export const selectContactRecords = statement<[contactIds: readonly string[]], ContactRecord>(
  'reveal_select_contact_records',
  `select
    contacts.id,
    contacts.name,
    contacts.job_title as "jobTitle",
    contacts.is_executive as "isExecutive",
    contacts.is_decision_maker as "isDecisionMaker",
    contacts.linked_in_slug as "linkedInSlug",
    contacts.organization_id as "organizationId",
    organizations.name as "organizationName",
    ${maskedColumns('contact', 'contact_details')}
  from directory.contacts
  join directory.organizations on organizations.id = contacts.organization_id
  left join directory.contact_details on contact_details.contact_id = contacts.id
  where contacts.id = any ($1::uuid[])`,
);
