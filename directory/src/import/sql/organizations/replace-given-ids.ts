/**
 * A derived id that another record of the file was given is that record's: the one without an id gets a random one.
 * Locks nothing but the staging table.
 */
export const REPLACE_GIVEN_IDS = `
  update pg_temp.staged_organizations
  set id = gen_random_uuid()
  where not id_given and id in (select id from pg_temp.staged_organizations where id_given)
`;
