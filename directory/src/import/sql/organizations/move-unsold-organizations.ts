import { statement } from '@prospecting/platform/postgres';

/**
 * Takes the organizations that have only a number out of the staged ones: those that the register
 * has deleted, and those whose record has a fault. Locks only the staging table.
 */
export const moveUnsoldOrganizations = statement<readonly [], never>(
  'directory_move_unsold_organizations',
  `
  with moved as (
    delete from pg_temp.staged_organizations
    where state <> 'record'
    returning source, org_number_key, state
  )
  insert into pg_temp.unsold_organizations (source, org_number_key, state)
  select distinct source, org_number_key, state
  from moved`,
);

/** Creates the table of them. */
export const createUnsoldOrganizations = statement<readonly [], never>(
  'directory_create_unsold_organizations',
  `
  create temporary table unsold_organizations (
    source text collate "C" not null,
    org_number_key text collate "C" not null,
    state text collate "C" not null
  )`,
);

/**
 * Forgets a deletion when the same file has the organization, too: the register has several
 * records of it, and one of them is alive.
 */
export const deleteContradictedDeletions = statement<readonly [], never>(
  'directory_delete_contradicted_deletions',
  `
  delete from pg_temp.unsold_organizations as unsold
  using pg_temp.staged_organizations as staged
  where unsold.state = 'gone'
    and staged.source = unsold.source
    and staged.org_number_key = unsold.org_number_key`,
);
