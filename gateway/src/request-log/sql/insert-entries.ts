import { statement } from '@prospecting/platform/postgres';

/**
 * Inserts a batch, one array per column. Fails with 23514 when the partition of a day is missing.
 * Locks nothing and uses no index.
 */
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
    /** The first 32 digits of the operation id. */
    operations: (string | null)[],
  ],
  never
>(
  'edge_insert_entries',
  `insert into edge.request_log
     (key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation)
   select key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation
   from unnest(
       $1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::smallint[], $7::integer[], $8::smallint[], $9::bigint[],
       $10::uuid[]
     ) as entry (key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits, operation)`,
);
