import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts the switchboards of organizations that had none. Served by switchboards_pkey, or for a
 * large file by one pass. Locks what it inserts.
 */
export const insertSwitchboards = statement<readonly [], never>(
  'directory_insert_switchboards',
  `
  insert into directory.switchboards (organization_id, phone, email)
  select staged.organization_id, staged.phone, staged.email
  from pg_temp.staged_switchboards as staged
  where not exists (select from directory.switchboards where switchboards.organization_id = staged.organization_id)
  order by staged.organization_id`,
);
