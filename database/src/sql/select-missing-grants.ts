import { statement } from '@prospecting/platform/postgres';
import type { Grant } from '../expected-grants.js';

/**
 * Returns those of the given rights (JSON) that a role does not have on something that exists. A
 * role that does not exist lacks nothing here. Reads the catalog, as a name of a schema that this
 * session may not use would fail. Locks nothing.
 */
export const selectMissingGrants = statement<readonly [grants: string], Grant>(
  'database_select_missing_grants',
  `select expected.*
   from jsonb_to_recordset($1::jsonb)
     as expected (kind text, schema text, name text, "column" text, privilege text, role text)
   join pg_catalog.pg_roles as role on role.rolname = expected.role
   join pg_catalog.pg_namespace as namespace on namespace.nspname = expected.schema
   left join pg_catalog.pg_class as relation
     on expected.kind = 'table' and relation.relnamespace = namespace.oid and relation.relname = expected.name
   left join pg_catalog.pg_attribute as attribute
     on attribute.attrelid = relation.oid and attribute.attname = expected."column" and not attribute.attisdropped
   left join pg_catalog.pg_proc as procedure
     on expected.kind = 'function' and procedure.pronamespace = namespace.oid and procedure.proname = expected.name
   where not coalesce(
     case
       when expected.kind = 'schema' then has_schema_privilege(role.oid, namespace.oid, expected.privilege)
       when expected.kind = 'function' then has_function_privilege(role.oid, procedure.oid, expected.privilege)
       when expected."column" is null then has_table_privilege(role.oid, relation.oid, expected.privilege)
       else has_column_privilege(role.oid, relation.oid, attribute.attnum, expected.privilege)
     end, true)`,
);
