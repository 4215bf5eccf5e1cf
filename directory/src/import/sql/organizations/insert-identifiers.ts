import { statement } from '@prospecting/platform/postgres';

/** Inserts the identifiers of new organizations in the order of the plan. Locks what it inserts. */
export const insertIdentifiers = statement<readonly [], never>(
  'directory_insert_identifiers',
  `
  insert into directory.organization_identifiers (kind, value, organization_id, position)
  select kind, value, organization_id, position
  from pg_temp.planned_identifiers
  where is_new`,
);
