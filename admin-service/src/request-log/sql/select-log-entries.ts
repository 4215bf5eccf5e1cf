import { statement } from '@prospecting/platform/postgres';
import { creditsOnce } from './credits-once.js';

export interface LogEntryRow {
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  /** 0 when an earlier request of the same operation has the credits. */
  readonly creditsMillicredits: number;
}

/** Each row says which rows the statement could see, and where it is. Without entries there is one row. */
export type SnapshotRow =
  | (LogEntryRow & { readonly shown: string; readonly positionAt: string; readonly positionRow: string })
  | { readonly shown: string; readonly positionAt: null };

/**
 * Selects the newest entries of a key in a period, before a position if there is one, oldest first;
 * entries of the same instant are in the order in which they were written. An operation's credits
 * count once, in its first entry: a request that is repeated within the 24 hours in which its
 * operation is remembered gets the same answer.
 *
 * Uses request_log_key_at_idx backwards, in the partitions of the period. When an entry has
 * credits it uses the index again, from a day before the oldest entry. Locks nothing.
 */
export const selectLogEntries = statement<
  readonly [
    keyId: string,
    accountId: string,
    since: Date,
    until: Date | 'infinity',
    beforeAt: string,
    beforeRow: string,
    limit: number,
  ],
  SnapshotRow
>(
  'edge_select_log_page',
  `with newest as materialized (
     select at, ctid, method, path, status, duration_ms, items, credits_millicredits, operation
     from edge.request_log
     where key_id = $1 and account_id = $2 and at >= $3 and at < $4
       and at <= $5::timestamptz and (at < $5::timestamptz or ctid < $6::tid)
     order by at desc, ctid desc
     limit $7
   ), charged as (
     select distinct on (operation) operation, at, ctid
     from edge.request_log
     where key_id = $1 and account_id = $2 and credits_millicredits > 0
       -- "is true" makes it one probe of a hash for each entry, however few the planner expects.
       and (operation in (select newest.operation from newest where newest.credits_millicredits > 0)) is true
       and at >= (select min(newest.at) from newest) - interval '24 hours'
       -- The first entry of an operation is not after the one that was found.
       and at <= (select max(newest.at) from newest)
     order by operation, at, ctid
   )
   select
     pg_current_snapshot()::text as shown,
     newest.at::text as "positionAt",
     newest.ctid::text as "positionRow",
     newest.at, newest.method, newest.path, newest.status,
     newest.duration_ms as "durationMs",
     newest.items,
     ${creditsOnce('newest')}
   from (select) as always
   left join newest on true
   left join charged on charged.operation = newest.operation
   order by newest.at, newest.ctid`,
);
