import { statement } from '@prospecting/platform/postgres';

/**
 * Gives a random id to each staged organization whose derived id was given to another record of the
 * file: the given id wins. Locks only the staging table.
 */
export const replaceTakenOrganizationIds = statement<readonly [], never>(
  'directory_replace_taken_organization_ids',
  `
  update pg_temp.staged_organizations
  set id = gen_random_uuid()
  where not id_given and id in (select id from pg_temp.staged_organizations where id_given)`,
);
