import { statement } from '@prospecting/platform/postgres';

/** Returns the indexes of schemas whose build did not end. Reads the catalog. Locks nothing. */
export const selectInvalidIndexes = statement<readonly [schemas: readonly string[]], { readonly name: string }>(
  'database_select_invalid_indexes',
  `select namespace.nspname || '.' || relation.relname as name
   from pg_catalog.pg_index as index
   join pg_catalog.pg_class as relation on relation.oid = index.indexrelid
   join pg_catalog.pg_namespace as namespace on namespace.oid = relation.relnamespace
   where not index.indisvalid and namespace.nspname = any ($1)
   order by name`,
);
