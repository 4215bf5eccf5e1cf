import { statement } from '@prospecting/platform/postgres';
import { creditsOnce } from './credits-once.js';

export interface AccountRequestRow {
  readonly at: Date;
  readonly keyId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  /** 0 when an earlier request of the same operation has the credits. */
  readonly creditsMillicredits: number;
  /** The position of the row: with `at` it is unique, because rows are only added. */
  readonly place: string;
}

/**
 * Selects the newest requests of an account's keys that fit, newest first, before a position. An
 * operation's credits count once, in its first entry, as in edge_select_log_entries.
 *
 * Uses request_log_key_at_idx backwards for each key, in the partitions of the time, and again for
 * the operations with credits. Locks nothing.
 */
export const selectAccountRequests = statement<
  readonly [
    keyIds: readonly string[],
    accountId: string,
    from: Date,
    to: Date,
    minStatus: number,
    maxStatus: number,
    pathPrefix: string,
    beforeAt: Date | null,
    beforePlace: string | null,
    limit: number,
  ],
  AccountRequestRow
>(
  'edge_select_account_requests',
  `with newest as materialized (
     select l.*
     from unnest($1::uuid[]) as k (key_id)
     cross join lateral (
       select key_id, at, ctid, method, path, status, duration_ms, items, credits_millicredits, operation
       from edge.request_log
       where key_id = k.key_id and account_id = $2 and at >= $3 and at < $4
         and status between $5 and $6 and starts_with(path, $7)
         -- The first condition is one of the index, so that a page does not read those before it again.
         and at <= coalesce($8::timestamptz, 'infinity')
         and ($8::timestamptz is null or (at, ctid) < ($8::timestamptz, $9::tid))
       order by at desc, ctid desc
       limit $10
     ) l
     order by l.at desc, l.ctid desc
     limit $10
   ), charged as (
     select distinct on (key_id, operation) key_id, operation, at, ctid
     from edge.request_log
     where key_id = any($1::uuid[]) and account_id = $2 and credits_millicredits > 0
       -- "is true" makes it one probe of a hash for each entry, however few the planner expects.
       and (operation in (select newest.operation from newest where newest.credits_millicredits > 0)) is true
       and at >= (select min(newest.at) from newest) - interval '24 hours'
       -- The first entry of an operation is not after the one that was found.
       and at <= (select max(newest.at) from newest)
     order by key_id, operation, at, ctid
   )
   select
     newest.at,
     newest.key_id as "keyId",
     newest.method, newest.path, newest.status,
     newest.duration_ms as "durationMs",
     newest.items,
     ${creditsOnce('newest')},
     newest.ctid::text as place
   from newest
   left join charged on charged.operation = newest.operation and charged.key_id = newest.key_id
   order by newest.at desc, newest.ctid desc`,
);
