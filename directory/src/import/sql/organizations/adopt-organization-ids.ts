import { statement } from '@prospecting/platform/postgres';

/**
 * Gives each staged organization without an id the id of the organization on record that has its
 * number. Sole traders whose number belongs to several firms were rejected before, so there is at
 * most one such organization.
 *
 * Served by organization_identifiers_pkey, or for a large file by one pass. Locks only the staging
 * table.
 */
export const adoptOrganizationIds = statement<readonly [], never>(
  'directory_adopt_organization_ids',
  `
  update pg_temp.staged_organizations as staged
  set id = organization_identifiers.organization_id
  from directory.organization_identifiers
  where not staged.id_given
    and organization_identifiers.kind = 'orgNumber'
    and organization_identifiers.value = staged.org_number_key
    and organization_identifiers.organization_id <> staged.id`,
);
