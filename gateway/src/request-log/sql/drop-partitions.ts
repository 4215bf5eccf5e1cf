import { statement } from '@prospecting/platform/postgres';

/** Drops the partitions more than 30 days old on a day (UTC, YYYY-MM-DD); locks the log for a moment for each. */
export const dropPartitions = statement<readonly [today: string], { readonly dropped: number }>(
  'edge_drop_request_log_partitions',
  `select edge.drop_request_log_partitions($1::date) as dropped`,
);
