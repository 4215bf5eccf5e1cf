import { statement } from '@prospecting/platform/postgres';

export interface LogRow {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  readonly creditsMillicredits: number;
}

/**
 * The newest entries of a key since an instant, oldest of them first; those of one millisecond in the order in which they were
 * written. request_log_key_at_idx, backwards, in the partitions from that instant on; locks nothing.
 */
export const listEntries = statement<readonly [keyId: string, accountId: string, since: Date, limit: number], LogRow>(
  'edge_list_request_log',
  `select
     at, method, path, status,
     duration_ms as "durationMs",
     items,
     credits_millicredits as "creditsMillicredits"
   from (
     select at, ctid, method, path, status, duration_ms, items, credits_millicredits
     from edge.request_log
     where key_id = $1 and account_id = $2 and at >= $3
     order by at desc, ctid desc
     limit $4
   ) newest
   order by at, ctid`,
);
