import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged organizations that repeat another record by number or by id. Of several, the first
 * with a given id goes in, or else the one that the file prefers, or else the first. Sole traders
 * with different given ids are different firms. Locks nothing.
 *
 * @param onPurpose true for records of which a file has several for one organization
 */
function selectDuplicates(name: string, onPurpose: boolean) {
  const place = 'order by staged.id_given desc, staged.preference, staged.ordinal';
  return statement<readonly [], InputPosition>(
    name,
    `
  select ordinal, line
  from (
    select staged.ordinal, staged.line, staged.preference, row_number() over (partition by staged.org_number_key ${place}) as place,
      staged.sole_trader and staged.id_given as is_other_firm
    from pg_temp.staged_organizations as staged
    join (
      select org_number_key from pg_temp.staged_organizations group by org_number_key having count(*) > 1
    ) as repeated on repeated.org_number_key = staged.org_number_key
    union all
    select staged.ordinal, staged.line, staged.preference, row_number() over (partition by staged.id ${place}), false
    from pg_temp.staged_organizations as staged
    join (
      select id from pg_temp.staged_organizations group by id having count(*) > 1
    ) as repeated on repeated.id = staged.id
  ) as placed
  where place > 1 and not is_other_firm and (preference is not null) = ${onPurpose}
  group by ordinal, line
  order by ordinal`,
  );
}

export const selectDuplicateOrganizations = selectDuplicates('directory_select_duplicate_organizations', false);

/** The same for the further records of an organization that a register writes on purpose. */
export const selectAdditionalOrganizations = selectDuplicates('directory_select_additional_organizations', true);
