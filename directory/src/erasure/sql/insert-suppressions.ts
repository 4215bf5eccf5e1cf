import { statement } from '@prospecting/platform/postgres';

/**
 * Adds keyed facts to an erasure; each array has one element per fact. Leaves those on record as
 * they are. Served by suppressions_pkey. Locks the new rows.
 */
export const insertSuppressions = statement<
  readonly [erasureId: string, personIds: readonly string[], kinds: readonly string[], hashes: readonly Buffer[]],
  never
>(
  'directory_insert_suppressions',
  `
  insert into directory.suppressions (erasure_id, person_id, kind, value_hash)
  select $1, person_id, kind, value_hash
  from unnest($2::uuid[], $3::text[], $4::bytea[]) as fact (person_id, kind, value_hash)
  on conflict on constraint suppressions_pkey do nothing`,
);
