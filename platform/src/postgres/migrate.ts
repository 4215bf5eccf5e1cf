import type pg from 'pg';
import {
  administer,
  becomeMember,
  identifier,
  openAdministrator,
  type Administrator,
  type AdministratorOptions,
} from './administrator.js';
import type { Migration, SchemaModule } from './schema.js';

/**
 * Longest wait of a migration for a lock. Statements of services queue behind a migration that
 * waits, and the most impatient of them, a spend's, gives up after 500 ms. So the migration gives
 * up before, and is run again. A migration may set its own.
 */
const LOCK_TIMEOUT = '300ms';

/** A migration failed and was rolled back. The earlier ones stay. */
export class MigrationError extends Error {
  readonly migration: string;

  constructor(schema: string, migration: string, cause: Error) {
    super(`the migration ${migration} of the schema ${schema} failed: ${cause.message}`, { cause });
    this.name = 'MigrationError';
    this.migration = migration;
  }
}

/** The schema exists, and another role owns it. */
export class SchemaOwnerError extends Error {
  constructor({ schema, ownerRole }: SchemaModule, owner: string) {
    super(`the schema ${schema} belongs to the role ${owner} instead of ${ownerRole}`);
    this.name = 'SchemaOwnerError';
  }
}

export interface SchemaStatus {
  readonly schema: string;
  readonly applied: readonly string[];
  /** Known to this release and not applied. */
  readonly pending: readonly string[];
  /** Applied by a newer release, and unknown to this one. */
  readonly unknown: readonly string[];
}

/**
 * Applies the pending migrations of a schema as its owner, each in its own transaction. Several
 * processes may run it at the same time, and services may run meanwhile. Ignores migrations of a
 * newer release, so that an installation can go back to the release before.
 * @param connectionString of the owner, or of a role that may act as the owner
 * @returns the names of the applied migrations
 */
export function migrateSchema(
  connectionString: string,
  module: SchemaModule,
  options?: AdministratorOptions,
): Promise<string[]> {
  return administer(
    connectionString,
    async (administrator) => {
      await ensureSchema(administrator, module);
      const { client } = administrator;
      // As its owner, a migration of one service cannot touch the tables of another.
      await client.query(`set role ${identifier(module.ownerRole)}`);
      await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
      await client.query(createTables(module.schema));
      const { pending } = statusOf(module, await readApplied(client, module.schema));
      const byName = new Map(module.migrations.map((migration) => [migration.name, migration]));
      for (const name of pending) await apply(client, module.schema, byName.get(name) as Migration);
      return [...pending];
    },
    options,
  );
}

/** Returns what is applied of a schema. Nothing is, when the schema does not exist. */
export function readSchemaStatus(connectionString: string, module: SchemaModule): Promise<SchemaStatus> {
  return openAdministrator(connectionString, async (administrator) => {
    const { client } = administrator;
    // The catalog, because to_regclass fails for a schema that the role may not use.
    const { rows } = await client.query<{ readable: boolean }>(
      `select has_schema_privilege(namespace.oid, 'usage') and has_table_privilege(relation.oid, 'select') as readable
       from pg_catalog.pg_class as relation
       join pg_catalog.pg_namespace as namespace on namespace.oid = relation.relnamespace
       where namespace.nspname = $1 and relation.relname = 'migrations'`,
      [module.schema],
    );
    const [found] = rows;
    if (found === undefined) return statusOf(module, []);
    if (!found.readable) {
      await becomeMember(administrator, module.ownerRole);
      await client.query(`set role ${identifier(module.ownerRole)}`);
    }
    return statusOf(module, await readApplied(client, module.schema));
  });
}

async function ensureSchema(administrator: Administrator, module: SchemaModule): Promise<void> {
  const { client } = administrator;
  await becomeMember(administrator, module.ownerRole);
  const { rows } = await client.query<{ owner: string }>(
    'select nspowner::regrole::text as owner from pg_catalog.pg_namespace where nspname = $1',
    [module.schema],
  );
  const [existing] = rows;
  if (existing === undefined) {
    await client.query(`create schema ${identifier(module.schema)} authorization ${identifier(module.ownerRole)}`);
  } else if (existing.owner !== module.ownerRole) {
    throw new SchemaOwnerError(module, existing.owner);
  }
}

/**
 * The tables are those that earlier releases made with knex, and migrations name both. Nothing uses
 * the second one any more.
 */
function createTables(schema: string): string {
  return `
    create table if not exists ${identifier(schema)}.migrations (
      id serial primary key, name varchar(255), batch integer, migration_time timestamptz);
    create table if not exists ${identifier(schema)}.migrations_lock (index serial primary key, is_locked integer)`;
}

async function readApplied(client: pg.Client, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${identifier(schema)}.migrations order by id`,
  );
  return rows.map(({ name }) => name);
}

function statusOf({ schema, migrations }: SchemaModule, applied: readonly string[]): SchemaStatus {
  const known = new Set(migrations.map(({ name }) => name));
  const done = new Set(applied);
  return {
    schema,
    applied: applied.filter((name) => known.has(name)),
    pending: [...known].filter((name) => !done.has(name)),
    unknown: applied.filter((name) => !known.has(name)),
  };
}

async function apply(client: pg.Client, schema: string, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query(
      `insert into ${identifier(schema)}.migrations (name, batch, migration_time)
       select $1, coalesce(max(batch), 0) + 1, now() from ${identifier(schema)}.migrations`,
      [migration.name],
    );
    await client.query('commit');
  } catch (error) {
    // A connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => {});
    throw new MigrationError(schema, migration.name, error as Error);
  }
}
