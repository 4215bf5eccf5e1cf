import { statement } from '@prospecting/platform/postgres';
import type { Reachable } from '../masking/records.js';

/**
 * E-mail address and phone of contacts, in clear: what leaves this service is masked first.
 * Locks nothing. Served by contact_details_pkey.
 */
export const selectContactDetails = statement<[contactIds: readonly string[]], Reachable & { subjectId: string }>(
  'reveal_select_contact_details',
  `select contact_id as "subjectId", email, phone
  from directory.contact_details
  where contact_id = any ($1::uuid[])`,
);
