/** Rows of the largest of the tables ($1) as the planner estimates them; -1 where it has never looked. Locks nothing. */
export const TABLE_ROWS = `
  select max(reltuples)::float8 as rows
  from pg_catalog.pg_class
  where oid = any ($1::text[]::regclass[])
`;
