import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged contacts that were marked as ambiguous among the other records of the file. Locks
 * nothing.
 */
export const selectIndistinctContacts = statement<readonly [], InputPosition>(
  'directory_select_indistinct_contacts',
  `
  select ordinal, line from pg_temp.repeated_contacts where verdict = 'ambiguous' order by ordinal`,
);
