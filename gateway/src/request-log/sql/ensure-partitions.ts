import { statement } from '@prospecting/platform/postgres';

/** Makes the partitions of a day (UTC, YYYY-MM-DD) and the next; locks the log for a moment only when one is missing. */
export const ensurePartitions = statement<readonly [today: string], never>(
  'edge_ensure_request_log_partitions',
  `select edge.ensure_request_log_partitions($1::date)`,
);
