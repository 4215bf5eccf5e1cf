import { statement } from '@prospecting/platform/postgres';

/** Returns those of the hashes that are suppressed. Served by suppressions_pkey. Locks nothing. */
export const selectSuppressedValues = statement<
  readonly [kind: string, hashes: readonly Buffer[]],
  { readonly hash: Buffer }
>(
  'directory_select_suppressed_values',
  `select distinct value_hash as hash from directory.suppressions where kind = $1 and value_hash = any ($2::bytea[])`,
);
