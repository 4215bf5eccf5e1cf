import { statement } from '@prospecting/platform/postgres';

export interface MatchingErasureRow {
  readonly erasureId: string;
  readonly begunAt: Date;
  readonly doneAt: Date | null;
  /** What was compared. */
  readonly kind: string;
}

/**
 * Returns the erasures that suppress one of the values; `kinds` and `hashes` are the same values.
 * Served by suppressions_pkey and erasures_pkey. Locks nothing.
 */
export const selectMatchingErasures = statement<
  readonly [kinds: readonly string[], hashes: readonly Buffer[]],
  MatchingErasureRow
>(
  'directory_select_matching_erasures',
  `
  select distinct erasures.id as "erasureId", erasures.begun_at as "begunAt", erasures.done_at as "doneAt", suppressions.kind
  from unnest($1::text[], $2::bytea[]) as wanted (kind, hash)
  join directory.suppressions on suppressions.kind = wanted.kind and suppressions.value_hash = wanted.hash
  join directory.erasures on erasures.id = suppressions.erasure_id
  order by erasures.begun_at, erasures.id, suppressions.kind`,
);
