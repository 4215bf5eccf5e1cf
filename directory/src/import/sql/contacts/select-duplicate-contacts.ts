import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged contacts that repeat another record of the file: those with a given id that an
 * earlier record has too, and those without an id that were marked as duplicates. Locks nothing.
 */
export const selectDuplicateContacts = statement<readonly [], InputPosition>(
  'directory_select_duplicate_contacts',
  `
  select staged.ordinal, staged.line
  from pg_temp.staged_contacts as staged
  join (
    select id, min(ordinal) as first
    from pg_temp.staged_contacts
    where id_given
    group by id
    having count(*) > 1
  ) as repeated on repeated.id = staged.id and repeated.first < staged.ordinal
  where staged.id_given
  union all
  select ordinal, line
  from pg_temp.repeated_contacts
  where verdict = 'duplicate'
  order by ordinal`,
);
