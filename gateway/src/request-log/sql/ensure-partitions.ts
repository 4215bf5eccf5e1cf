import { statement } from '@prospecting/platform/postgres';

/**
 * Creates the partitions of a day (UTC, YYYY-MM-DD) and of the next day. Locks the log briefly, and
 * only when one is missing. Uses no index.
 */
export const ensurePartitions = statement<readonly [today: string], never>(
  'edge_ensure_partitions',
  `select edge.ensure_request_log_partitions($1::date)`,
);
