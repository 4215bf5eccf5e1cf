import { rolesOf, type SchemaModule } from '@prospecting/platform/postgres';
import { schemas } from './schemas.js';

/**
 * Returns the SQL that an administrator runs where `migrate` may not create roles. It makes the
 * roles and the schemas that their owners then migrate; running it again changes nothing.
 * @param modules the schemas of one database. Default: all
 */
export function roleStatements(modules: readonly SchemaModule[] = schemas): string {
  const owners = modules.map(({ ownerRole }) => ownerRole);
  const readOnly = [...new Set(modules.flatMap(({ readOnlyRoles = [] }) => readOnlyRoles))];
  const roles = rolesOf(modules);
  return `-- Run this in the database of the product, as a role that may create roles and schemas:
--   prospect database roles > roles.sql
--   psql "$ADMINISTRATOR_URL" --set ON_ERROR_STOP=1 --file roles.sql
-- Then give each role a password with psql's \\password, which sends none in clear text.
--
-- Migrates its schema, by MIGRATION_<SCHEMA>_DATABASE_URL:
${modules.map(({ schema, ownerRole }) => `--   ${ownerRole} (${schema})`).join('\n')}
-- Or one role for all of them, by MIGRATION_DATABASE_URL: a role that you grant each of these.
-- Log in while the product runs:
--   ${roles.filter((role) => !owners.includes(role)).join(', ')}

do $$
declare
  role text;
  -- From PostgreSQL 16 on, the creator of a role may grant it, but may not act as it.
  acting text := case when current_setting('server_version_num')::integer >= 160000
    then 'with inherit false, set true' else '' end;
begin
  foreach role in array array[${roles.map(literal).join(', ')}] loop
    if not exists (select from pg_catalog.pg_roles where rolname = role) then
      execute format('create role %I login noinherit', role);
    end if;
    execute format('grant connect on database %I to %I', current_database(), role);
  end loop;
  -- Only an owner can be given its schema by who may act as it.
  foreach role in array array[${owners.map(literal).join(', ')}] loop
    execute format('grant %I to %I %s', role, current_user, acting);
  end loop;
end $$;

${readOnly.map((role) => `alter role ${role} set default_transaction_read_only = on;`).join('\n')}
${modules.map(({ schema, ownerRole }) => `create schema if not exists ${schema} authorization ${ownerRole};`).join('\n')}
`;
}

function literal(name: string): string {
  return `'${name}'`;
}
