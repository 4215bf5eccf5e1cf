import { statement } from '@prospecting/platform/postgres';

/**
 * Names the source of organizations that were written before sources were recorded and are in the
 * file as they are on record. Served by organizations_pkey, or for a large file by one pass. Locks
 * what it writes.
 */
export const adoptEarlierOrganizations = statement<readonly [], never>(
  'directory_adopt_earlier_organizations',
  `
  update directory.organizations
  set source = staged.source
  from pg_temp.staged_organizations as staged
  where organizations.id = staged.id
    and organizations.source is null
    and organizations.content_hash = staged.content_hash
    and staged.source <> 'gleif'`,
);
