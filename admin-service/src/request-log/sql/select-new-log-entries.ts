import { statement } from '@prospecting/platform/postgres';
import { creditsOnce } from './credits-once.js';
import type { SnapshotRow } from './select-log-entries.js';

/**
 * The transaction that wrote a row, as the 64 bits that snapshots compare: the row has its lower
 * 32, and it is not newer than the newest transaction.
 */
const WRITER = `
  select case when number > newest then number - 4294967296 else number end::text::xid8 as id
  from (select newest - (newest & 4294967295) + entry.xmin::text::bigint as number) as wrapped`;

/**
 * Selects the entries of a key that the snapshot `seen` does not see and the snapshot `shown`
 * does, oldest first, after a position. Without `shown` it is the snapshot of this statement.
 * An operation's credits count once: in the entry that the reader has had, else in the first one.
 *
 * Uses request_log_key_at_idx from `from` on, which bounds the entries whose writer it compares.
 * When an entry has credits it uses the index again, from a day before. Locks nothing.
 */
export const selectNewLogEntries = statement<
  readonly [
    keyId: string,
    accountId: string,
    from: Date,
    seen: string,
    shown: string | null,
    afterAt: string,
    afterRow: string,
    limit: number,
  ],
  SnapshotRow
>(
  'edge_select_new_log_entries',
  `with bounds as materialized (
     select $4::pg_snapshot as seen, coalesce($5::pg_snapshot, pg_current_snapshot()) as shown,
       pg_snapshot_xmax(pg_current_snapshot())::text::bigint as newest
   ), fresh as materialized (
     select entry.at, entry.ctid, method, path, status, duration_ms, items, credits_millicredits, operation
     from edge.request_log as entry
     cross join bounds
     cross join lateral (${WRITER}) as writer
     where key_id = $1 and account_id = $2 and entry.at >= $3
       and entry.at >= $6::timestamptz and (entry.at > $6::timestamptz or entry.ctid > $7::tid)
       and not pg_visible_in_snapshot(writer.id, bounds.seen)
       and pg_visible_in_snapshot(writer.id, bounds.shown)
     order by entry.at, entry.ctid
     limit $8
   ), charged as (
     select distinct on (operation) operation, entry.at, entry.ctid
     from edge.request_log as entry
     cross join bounds
     cross join lateral (${WRITER}) as writer
     where key_id = $1 and account_id = $2 and credits_millicredits > 0
       and (operation in (select fresh.operation from fresh where fresh.credits_millicredits > 0)) is true
       and entry.at >= (select min(fresh.at) from fresh) - interval '24 hours'
     order by operation, pg_visible_in_snapshot(writer.id, bounds.seen) desc, entry.at, entry.ctid
   )
   select
     bounds.shown::text as shown,
     fresh.at::text as "positionAt",
     fresh.ctid::text as "positionRow",
     fresh.at, fresh.method, fresh.path, fresh.status,
     fresh.duration_ms as "durationMs",
     fresh.items,
     ${creditsOnce('fresh')}
   from bounds
   left join fresh on true
   left join charged on charged.operation = fresh.operation
   order by fresh.at, fresh.ctid`,
);
