import { statement } from '@prospecting/platform/postgres';
import { AUTHORITIES } from '../../sources.js';
import type { InputPosition } from '../../staging.js';

const AUTHORITY_LIST = AUTHORITIES.map((source) => `'${source}'`).join(', ');

/**
 * Remembers which organizations their national register has deleted. Served by
 * deregistered_organizations_pkey. Locks what it inserts.
 */
export const insertDeregistered = statement<readonly [], never>(
  'directory_insert_deregistered',
  `
  insert into directory.deregistered_organizations (org_number_key, source)
  select org_number_key, source
  from pg_temp.unsold_organizations
  where state = 'gone' and source in (${AUTHORITY_LIST})
  on conflict on constraint deregistered_organizations_pkey do nothing`,
);

/**
 * Forgets deletions of a register that has the organization again. Served by
 * deregistered_organizations_pkey, or for a large file by one pass. Locks what it deletes.
 */
export const deleteDeregistered = statement<readonly [], never>(
  'directory_delete_deregistered',
  `
  delete from directory.deregistered_organizations as deregistered
  using pg_temp.staged_organizations as staged
  where deregistered.org_number_key = staged.org_number_key and deregistered.source = staged.source`,
);

/**
 * Finds staged organizations that their national register has deleted, when the record is another
 * source's. Served by deregistered_organizations_pkey, or for a large file by one pass. Locks
 * nothing.
 */
export const selectDeregisteredOrganizations = statement<readonly [], InputPosition>(
  'directory_select_deregistered_organizations',
  `
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join directory.deregistered_organizations as deregistered
    on deregistered.org_number_key = staged.org_number_key and deregistered.source <> staged.source
  group by staged.ordinal, staged.line
  order by staged.ordinal`,
);
