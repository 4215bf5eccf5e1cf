import { statement } from '@prospecting/platform/postgres';

/**
 * Writes the new identifiers and positions of changed organizations. Served by
 * organization_identifiers_pkey. Locks what it writes.
 */
export const upsertIdentifiers = statement<readonly [], never>(
  'directory_upsert_identifiers',
  `
  insert into directory.organization_identifiers (kind, value, organization_id, position)
  select kind, value, organization_id, position
  from pg_temp.planned_identifiers
  where not is_new
  on conflict on constraint organization_identifiers_pkey do update
  set position = excluded.position
  where organization_identifiers.position <> excluded.position`,
);
