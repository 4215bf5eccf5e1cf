import { rolesOf, type SchemaModule } from '@prospecting/platform/postgres';
import { schemas } from './schemas.js';

/**
 * Returns the SQL that an administrator runs where `migrate` may not create roles: the roles, and
 * the schemas that their owners then migrate. The passwords are psql variables, so that none is
 * written into a file.
 * @param modules the schemas of one database. Default: all
 */
export function roleStatements(modules: readonly SchemaModule[] = schemas): string {
  const owners = modules.map(({ ownerRole }) => ownerRole);
  const readOnly = [...new Set(modules.flatMap(({ readOnlyRoles = [] }) => readOnlyRoles))];
  return [
    '-- Run this in the database of the product, as a role that may create roles and schemas:',
    '--   psql "$ADMINISTRATOR_URL" --set ON_ERROR_STOP=1 --file roles.sql',
    '-- Then set a password for every role with \\password, which sends no password in clear text.',
    '-- The owners migrate: each gives MIGRATION_<SCHEMA>_DATABASE_URL. The others are of the services.',
    ...rolesOf(modules).map((role) => `create role ${role} login noinherit;`),
    ...readOnly.map((role) => `alter role ${role} set default_transaction_read_only = on;`),
    '-- From PostgreSQL 16 on, who creates a role may grant it, but may not act as it. On 15 leave out',
    '-- the options after `current_user`.',
    ...owners.map((owner) => `grant ${owner} to current_user with inherit false, set true;`),
    ...modules.map(({ schema, ownerRole }) => `create schema ${schema} authorization ${ownerRole};`),
    '',
  ].join('\n');
}
