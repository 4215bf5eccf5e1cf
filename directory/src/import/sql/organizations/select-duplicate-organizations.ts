import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged organizations that repeat another record by number or by id. Of several, the first
 * with a given id goes in, or else the first. Sole traders with different given ids are different
 * firms. Locks nothing.
 */
export const selectDuplicateOrganizations = statement<readonly [], InputPosition>(
  'directory_select_duplicate_organizations',
  `
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join (
    select org_number_key, coalesce(min(ordinal) filter (where id_given), min(ordinal)) as taken
    from pg_temp.staged_organizations
    group by org_number_key
    having count(*) > 1
  ) as repeated on repeated.org_number_key = staged.org_number_key and repeated.taken <> staged.ordinal
  where not (staged.sole_trader and staged.id_given)
  union
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join (
    select id, coalesce(min(ordinal) filter (where id_given), min(ordinal)) as taken
    from pg_temp.staged_organizations
    group by id
    having count(*) > 1
  ) as repeated on repeated.id = staged.id and repeated.taken <> staged.ordinal
  order by ordinal`,
);
