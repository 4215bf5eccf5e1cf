import { statement } from '@prospecting/platform/postgres';
import type { InputPosition } from '../../staging.js';

/**
 * Finds staged organizations with a given id whose number is on record under another id. Never
 * returns sole traders: their natural keys on record include the id, because one person may run
 * several firms under one number.
 *
 * Served by organizations_natural_key_key, or for a large file by one pass. Locks nothing.
 */
export const selectIdConflicts = statement<readonly [], InputPosition>(
  'directory_select_id_conflicts',
  `
  select staged.ordinal, staged.line
  from pg_temp.staged_organizations as staged
  join directory.organizations on organizations.natural_key = staged.natural_key
  where staged.id_given and organizations.id <> staged.id
  order by staged.ordinal`,
);
