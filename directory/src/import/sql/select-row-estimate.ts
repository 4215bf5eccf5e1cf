import { statement } from '@prospecting/platform/postgres';

export interface RowEstimateRow {
  readonly rows: number;
}

/**
 * Returns the planner's row estimate for the largest of the tables; -1 if none was ever analyzed.
 * Served by pg_class_oid_index. Locks nothing.
 */
export const selectRowEstimate = statement<readonly [tables: readonly string[]], RowEstimateRow>(
  'directory_select_row_estimate',
  `
  select max(reltuples)::float8 as rows
  from pg_catalog.pg_class
  where oid = any ($1::text[]::regclass[])`,
);
