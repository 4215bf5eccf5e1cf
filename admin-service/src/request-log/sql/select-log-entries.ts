import { statement } from '@prospecting/platform/postgres';

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

/**
 * Selects the newest entries of a key since an instant, oldest first; entries of the same
 * millisecond are in the order in which they were written. An operation's credits count once, in
 * its first entry: a request that is repeated within the 24 hours in which its operation is
 * remembered gets the same answer.
 *
 * Uses request_log_key_at_idx backwards, in the partitions since that instant. When an entry has
 * credits it uses the index again, from a day before the oldest entry. Locks nothing.
 */
export const selectLogEntries = statement<
  readonly [keyId: string, accountId: string, since: Date, limit: number],
  LogEntryRow
>(
  'edge_select_log_entries',
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
