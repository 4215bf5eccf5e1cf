import { statement } from '@prospecting/platform/postgres';

/** Tells whether anybody is suppressed at all. Reads at most one row. Locks nothing. */
export const selectHasSuppressions = statement<readonly [], { readonly any: boolean }>(
  'directory_select_has_suppressions',
  `select exists (select from directory.suppressions) as any`,
);
