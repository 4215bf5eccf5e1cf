import { statement } from '@prospecting/platform/postgres';

export interface LogRow {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  /** 0 where an earlier request of the same operation was answered with them. */
  readonly creditsMillicredits: number;
}

/**
 * The newest entries of a key since an instant, oldest of them first; those of one millisecond in the order in which they were
 * written. The credits of an operation are counted once, with the first entry that has them: a request that comes again within
 * the 24 hours in which its operation is remembered is answered with the same.
 *
 * request_log_key_at_idx, backwards, in the partitions from that instant on; and once more, where any of them spent, from a
 * day before the oldest of them on. Locks nothing.
 */
export const listEntries = statement<readonly [keyId: string, accountId: string, since: Date, limit: number], LogRow>(
  'edge_list_request_log',
  `with newest as materialized (
     select at, ctid, method, path, status, duration_ms, items, credits_millicredits, operation
     from edge.request_log
     where key_id = $1 and account_id = $2 and at >= $3
     order by at desc, ctid desc
     limit $4
   ), charged as (
     select distinct on (operation) operation, at, ctid
     from edge.request_log
     where key_id = $1 and account_id = $2 and credits_millicredits > 0
       and operation in (select newest.operation from newest where newest.credits_millicredits > 0)
       and at >= (select min(newest.at) from newest) - interval '24 hours'
     order by operation, at, ctid
   )
   select
     newest.at, newest.method, newest.path, newest.status,
     newest.duration_ms as "durationMs",
     newest.items,
     case when newest.at <= charged.at + interval '24 hours' and (newest.at, newest.ctid) <> (charged.at, charged.ctid)
       then 0 else newest.credits_millicredits
     end as "creditsMillicredits"
   from newest
   left join charged on charged.operation = newest.operation
   order by newest.at, newest.ctid`,
);
