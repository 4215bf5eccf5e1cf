import { statement } from '@prospecting/platform/postgres';

/**
 * Rewrites the switchboards that have changed. Served by switchboards_pkey. Locks the rows that it
 * rewrites.
 */
export const updateSwitchboards = statement<readonly [], never>(
  'directory_update_switchboards',
  `
  update directory.switchboards
  set phone = staged.phone, email = staged.email
  from pg_temp.staged_switchboards as staged
  where switchboards.organization_id = staged.organization_id
    and (switchboards.phone, switchboards.email) is distinct from (staged.phone, staged.email)`,
);
