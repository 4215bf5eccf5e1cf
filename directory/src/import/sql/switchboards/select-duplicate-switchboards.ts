import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged switchboards of an organization for which an earlier record has one: the first of a
 * file goes in. Locks nothing.
 */
export const selectDuplicateSwitchboards = statement<readonly [], InputPosition>(
  'directory_select_duplicate_switchboards',
  `
  select staged.ordinal, staged.line
  from pg_temp.staged_switchboards as staged
  join (
    select organization_id, min(ordinal) as first
    from pg_temp.staged_switchboards
    group by organization_id
    having count(*) > 1
  ) as repeated on repeated.organization_id = staged.organization_id and repeated.first < staged.ordinal
  order by staged.ordinal`,
);
