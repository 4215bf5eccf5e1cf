import { statement } from '@prospecting/platform/postgres';

/** Returns the schemas whose list of applied migrations this session may read. Locks nothing. */
export const selectReadableMigrations = statement<readonly [schemas: readonly string[]], { readonly schema: string }>(
  'database_select_readable_migrations',
  `select namespace.nspname::text as schema
   from pg_catalog.pg_namespace as namespace
   join pg_catalog.pg_class as relation on relation.relnamespace = namespace.oid and relation.relname = 'migrations'
   where namespace.nspname = any ($1)
     and has_schema_privilege(namespace.oid, 'usage') and has_table_privilege(relation.oid, 'select')`,
);
