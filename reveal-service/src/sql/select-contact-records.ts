import { statement } from '@prospecting/platform/postgres';
import type { ContactRecord } from '../pricing/plan.js';

/**
 * What is on record of contacts, in clear, one row for each that is there.
 * Locks nothing. Served by contacts_pkey and contact_details_pkey.
 */
export const selectContactRecords = statement<[contactIds: readonly string[]], ContactRecord & { subjectId: string }>(
  'reveal_select_contact_records',
  `select
    contacts.id as "subjectId",
    contacts.linked_in_slug is not null as "hasLinkedIn",
    contact_details.email,
    contact_details.phone
  from directory.contacts
  left join directory.contact_details on contact_details.contact_id = contacts.id
  where contacts.id = any ($1::uuid[])`,
);
