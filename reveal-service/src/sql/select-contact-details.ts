import { statement } from '@prospecting/platform/postgres';
import type { ContactRecord } from '../masking/records.js';
import type { MaskedInfoTypeOf } from '../subjects.js';
import { maskedColumns } from './masked-columns.js';

export type ContactDetailsRow = Pick<ContactRecord, MaskedInfoTypeOf<'contact'>> & { readonly subjectId: string };

/**
 * Returns the unmasked contact channels of contacts. They are masked before they leave this
 * service. Locks nothing. Served by contact_details_pkey.
 */
export const selectContactDetails = statement<[contactIds: readonly string[]], ContactDetailsRow>(
  'reveal_select_contact_details',
  `select contact_id as "subjectId", ${maskedColumns('contact', 'contact_details')}
  from directory.contact_details
  where contact_id = any ($1::uuid[])`,
);
