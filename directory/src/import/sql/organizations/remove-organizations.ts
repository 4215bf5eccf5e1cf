import { statement } from '@prospecting/platform/postgres';
import { AUTHORITIES } from '../../sources.js';

const AUTHORITY_LIST = AUTHORITIES.map((source) => `'${source}'`).join(', ');

/**
 * Deletes organizations with everything that belongs to them: those that their national register
 * has deleted, and those whose only source has deleted them.
 *
 * Served by organizations_natural_key_key. Locks what it deletes.
 */
export const deleteGoneOrganizations = statement<readonly [], never>(
  'directory_delete_gone_organizations',
  `
  delete from directory.organizations
  using pg_temp.unsold_organizations as unsold
  where unsold.state = 'gone'
    and organizations.natural_key = unsold.org_number_key
    and (unsold.source in (${AUTHORITY_LIST}) or organizations.source = unsold.source)`,
);

/** Forgets what a source said about organizations that it has deleted and others still have. */
export const createReducedOrganizations = statement<readonly [], never>(
  'directory_create_reduced_organizations',
  `
  create temporary table reduced_organizations as
  select distinct organizations.id
  from pg_temp.unsold_organizations as unsold
  join directory.organizations on organizations.natural_key = unsold.org_number_key
  join directory.organization_sources as facts
    on facts.organization_id = organizations.id and facts.source = unsold.source
  where unsold.state = 'gone'`,
);

/** Served by organization_sources_pkey. Locks what it deletes. */
export const deleteGoneFacts = statement<readonly [], never>(
  'directory_delete_gone_facts',
  `
  delete from directory.organization_sources as facts
  using pg_temp.reduced_organizations as reduced
  join directory.organizations on organizations.id = reduced.id
  join pg_temp.unsold_organizations as unsold on unsold.org_number_key = organizations.natural_key and unsold.state = 'gone'
  where facts.organization_id = reduced.id and facts.source = unsold.source`,
);

/** Deletes organizations that no source has any more. Locks what it deletes. */
export const deleteSourcelessOrganizations = statement<readonly [], never>(
  'directory_delete_sourceless_organizations',
  `
  delete from directory.organizations
  using pg_temp.reduced_organizations as reduced
  where organizations.id = reduced.id
    and not exists (select from directory.organization_sources as facts where facts.organization_id = reduced.id)`,
);
