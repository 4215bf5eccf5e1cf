import { statement } from '@prospecting/platform/postgres';

/**
 * Drops the partitions that are more than 30 days old on a day (UTC, YYYY-MM-DD), or on the current
 * day of the database, whichever is earlier. A gateway with a wrong clock therefore drops nothing
 * too early. Locks the log briefly for each partition. Uses no index.
 */
export const dropPartitions = statement<readonly [today: string], { readonly dropped: number }>(
  'edge_drop_partitions',
  `select edge.drop_request_log_partitions($1::date) as dropped`,
);
