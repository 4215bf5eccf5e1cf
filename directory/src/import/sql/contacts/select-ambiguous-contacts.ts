import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged contacts without an id that may or may not be a contact on record.
 *
 * A contact on record that one record of the file has claimed cannot be any other record's. A
 * staged contact whose only candidates are claimed is therefore new, and this statement does not
 * return it. Locks nothing.
 */
export const selectAmbiguousContacts = statement<readonly [], InputPosition>(
  'directory_select_ambiguous_contacts',
  `
  select distinct one.ordinal, one.line
  from pg_temp.unrecognized_contacts as one
  join pg_temp.candidate_contacts as candidate on candidate.ordinal = one.ordinal
  left join pg_temp.recognized_contacts as recognized on recognized.ordinal = one.ordinal
  left join pg_temp.recognized_contacts as claimed on claimed.contact_id = candidate.contact_id
  where recognized.ordinal is null and claimed.ordinal is null and not candidate.is_taken
  order by one.ordinal`,
);
