/**
 * A record on file under an id that it was once given keeps it when it comes again without one.
 *
 * Served by organizations_natural_key_key, or for a large file by one pass. Locks nothing but the staging table.
 */
export const ADOPT_IDS = `
  update pg_temp.staged_organizations as staged
  set id = organizations.id
  from directory.organizations
  where organizations.natural_key = staged.natural_key and organizations.id <> staged.id
`;
