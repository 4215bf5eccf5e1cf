import { statement } from '@prospecting/platform/postgres';

/**
 * Drops the partitions more than 30 days old on a day (UTC, YYYY-MM-DD), or today by the database's
 * clock where that is earlier: what a gateway with a wrong clock dropped would be lost for good.
 * Locks the log for a moment for each.
 */
export const dropPartitions = statement<readonly [today: string], { readonly dropped: number }>(
  'edge_drop_request_log_partitions',
  `select edge.drop_request_log_partitions(least($1::date, (clock_timestamp() at time zone 'UTC')::date)) as dropped`,
);
