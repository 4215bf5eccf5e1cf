import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged sole traders without an id whose number belongs to several firms, on record or with
 * their own ids in the file: the number does not show which firm is meant.
 *
 * Served by organization_identifiers_pkey. Locks nothing.
 */
export const selectAmbiguousOrganizations = statement<readonly [], InputPosition>(
  'directory_select_ambiguous_organizations',
  `
  with sole_traders as materialized (
    select distinct org_number_key
    from pg_temp.staged_organizations
    where sole_trader and not id_given
  ),
  firms as (
    select sole_traders.org_number_key, organization_identifiers.organization_id as id
    from sole_traders
    join directory.organization_identifiers
      on organization_identifiers.kind = 'orgNumber' and organization_identifiers.value = sole_traders.org_number_key
    union
    select org_number_key, id
    from pg_temp.staged_organizations
    where sole_trader and id_given
  )
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  where staged.sole_trader
    and not staged.id_given
    and staged.org_number_key in (select org_number_key from firms group by org_number_key having count(*) > 1)
  order by staged.ordinal`,
);
