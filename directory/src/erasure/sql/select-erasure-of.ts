import { statement } from '@prospecting/platform/postgres';

/**
 * Finds the erasure that already suppresses a value. Served by suppressions_pkey. Locks nothing.
 */
export const selectErasureOf = statement<readonly [kind: string, valueHash: Buffer], { readonly id: string }>(
  'directory_select_erasure_of',
  `select erasure_id as id from directory.suppressions where kind = $1 and value_hash = $2 order by erasure_id limit 1`,
);
