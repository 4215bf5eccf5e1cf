import { statement } from '@prospecting/platform/postgres';

/** Adds a batch to the log, a column an array. Locks nothing; 23514 (no partition) when a day is missing. */
export const insertEntries = statement<
  readonly [
    keyIds: string[],
    accountIds: string[],
    ats: Date[],
    methods: string[],
    paths: string[],
    statuses: number[],
    durationsMs: number[],
    items: (number | null)[],
    creditsMillicredits: number[],
    operations: (string | null)[],
  ],
  never
>(
  'edge_insert_request_log',
  `insert into edge.request_log
     (key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation)
   select key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation
   from unnest(
       $1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::smallint[], $7::integer[], $8::smallint[], $9::bigint[],
       $10::uuid[]
     ) as entry (key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation)`,
);
