/**
 * A record without an id has the id of the organization on record that has its number. Sole traders whose number several firms
 * have are refused before, so there is only one.
 *
 * Served by organization_identifiers_pkey, or for a large file by one pass. Locks nothing but the staging table.
 */
export const ADOPT_IDS = `
  update pg_temp.staged_organizations as staged
  set id = organization_identifiers.organization_id
  from directory.organization_identifiers
  where not staged.id_given
    and organization_identifiers.kind = 'orgNumber'
    and organization_identifiers.value = staged.org_number_key
    and organization_identifiers.organization_id <> staged.id
`;
