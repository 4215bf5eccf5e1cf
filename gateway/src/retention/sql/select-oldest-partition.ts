import { statement } from '@prospecting/platform/postgres';

/**
 * Selects the day (UTC) of the oldest partition of the request log, from the catalog: the gateway
 * may not read the log. Locks nothing.
 */
export const selectOldestPartition = statement<readonly [], { readonly day: string }>(
  'edge_select_oldest_partition',
  `select to_char(to_date(right(child.relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') as day
   from pg_catalog.pg_inherits
   join pg_catalog.pg_class as child on child.oid = pg_inherits.inhrelid
   where pg_inherits.inhparent = 'edge.request_log'::regclass
   order by child.relname
   limit 1`,
);
