import { statement } from '@prospecting/platform/postgres';

export interface ServerRow {
  readonly version: string;
  readonly majorVersion: number;
  readonly isStandby: boolean;
  readonly autovacuum: boolean;
  readonly nowMs: number;
  readonly schemas: readonly string[];
  readonly roles: readonly string[];
}

/** Reads what any role may know of a server and its database. Locks nothing. */
export const selectServer = statement<readonly [], ServerRow>(
  'database_select_server',
  `select
     current_setting('server_version') as version,
     current_setting('server_version_num')::integer / 10000 as "majorVersion",
     pg_catalog.pg_is_in_recovery() as "isStandby",
     current_setting('autovacuum')::boolean as autovacuum,
     (extract(epoch from clock_timestamp()) * 1000)::double precision as "nowMs",
     array(select nspname::text from pg_catalog.pg_namespace) as schemas,
     array(select rolname::text from pg_catalog.pg_roles) as roles`,
);
