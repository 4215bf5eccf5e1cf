import { readdirSync, readFileSync } from 'node:fs';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { toNodeUrl } from './connection-url.js';

/** One forward step of a schema. Applied steps are never edited. */
export interface Migration {
  /** Sorts in the order of application: `0001_organizations`. */
  readonly name: string;
  readonly sql: string;
}

/**
 * A schema, its owner and the roles that use it at run time. Each schema may be on its own server.
 */
export interface SchemaModule {
  readonly schema: string;
  /** Owns and migrates the schema. Services do not log in with it. */
  readonly ownerRole: string;
  /** Roles that services connect as. The migrations grant their rights. */
  readonly runtimeRoles: readonly string[];
  /** Runtime roles whose every transaction is read only, whatever they are granted. */
  readonly readOnlyRoles?: readonly string[];
  readonly migrations: readonly Migration[];
}

/**
 * Reads a folder of migrations: each `NNNN_name.sql` is one, in the order of its number. Throws
 * when a name does not fit, or a number is missing or repeated, so that a lost or misnamed file is
 * noticed.
 * @param folder ends with a slash
 */
export function readMigrations(folder: URL): Migration[] {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted();
  return files.map((file, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file) || !file.startsWith(number))
      throw new Error(`${folder.pathname}${file}: expected a migration named ${number}_<words>.sql`);
    return { name: file.slice(0, -'.sql'.length), sql: readFileSync(new URL(file, folder), 'utf8') };
  });
}

/** Quotes an identifier. All of them are constants of this repository; none comes from outside. */
function identifier(name: string): string {
  return pg.escapeIdentifier(name);
}

/** Any constant: all migrations and role changes of a server wait for each other. */
const LOCK_KEY = 7_268_251;

async function withLock(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: toNodeUrl(connectionString),
    connectionTimeoutMillis: 10_000,
    application_name: 'prospect-migrate',
  });
  await client.connect();
  try {
    await client.query("set lock_timeout = '60s'");
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates the roles of a schema module, and sets the given passwords (a role without one keeps its
 * own). Needs a connection that may create roles. Not used where operators create the roles
 * themselves.
 */
export async function ensureRoles(
  connectionString: string,
  module: SchemaModule,
  passwords: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withLock(connectionString, async (client) => {
    for (const role of [module.ownerRole, ...module.runtimeRoles]) {
      const existing = await client.query('select 1 from pg_catalog.pg_roles where rolname = $1', [role]);
      // Roles belong to the whole server; two databases of one server share them.
      if (existing.rowCount === 0) await client.query(`create role ${identifier(role)} login noinherit`);
      if (module.readOnlyRoles?.includes(role) === true) {
        await client.query(`alter role ${identifier(role)} set default_transaction_read_only = on`);
      }
      const password = passwords[role];
      if (password !== undefined) {
        await client.query(`alter role ${identifier(role)} login password ${pg.escapeLiteral(password)}`);
      }
    }
  });
}

/**
 * Applies the pending migrations of a schema, as its owner. Several processes may run it at the
 * same time, and services may run meanwhile.
 * @param connectionString of the owner, or of a superuser, who then acts as the owner
 * @returns the names of the applied migrations
 */
export async function migrateSchema(connectionString: string, module: SchemaModule): Promise<string[]> {
  let applied: string[] = [];
  await withLock(connectionString, async (client) => {
    const { rows } = await client.query<{ super: boolean; database: string }>(
      'select rolsuper as super, current_database() as database from pg_catalog.pg_roles where rolname = current_user',
    );
    const superuser = rows[0]?.super === true;
    if (superuser) {
      // As its owner, a migration of one service cannot touch the tables of another.
      await client.query(
        `grant create on database ${identifier(rows[0]?.database ?? '')} to ${identifier(module.ownerRole)}`,
      );
      await client.query(
        `create schema if not exists ${identifier(module.schema)} authorization ${identifier(module.ownerRole)}`,
      );
    } else {
      await client.query(`create schema if not exists ${identifier(module.schema)}`);
    }
    applied = await applyMigrations(connectionString, module, superuser);
  });
  return applied;
}

async function applyMigrations(connectionString: string, module: SchemaModule, actAsOwner: boolean): Promise<string[]> {
  const database = knex({
    client: 'pg',
    connection: { connectionString: toNodeUrl(connectionString), application_name: 'prospect-migrate' },
    // knex prints a failed statement, which is a whole migration; the error that it throws says
    // enough.
    log: { error: () => {} },
    pool: {
      min: 0,
      max: 1,
      afterCreate(connection: pg.Client, done: (error: Error | null) => void) {
        connection.query(actAsOwner ? `set role ${identifier(module.ownerRole)}` : 'select 1', (error: Error | null) =>
          done(error),
        );
      },
    },
  });
  try {
    const config = {
      schemaName: module.schema,
      tableName: 'migrations',
      migrationSource: new ListedMigrations(module.migrations),
    };
    const applied: string[] = [];
    // One at a time: knex would apply all pending ones in one transaction, and hold the locks of
    // each until the end of the last.
    for (;;) {
      const [, names] = (await database.migrate.up(config)) as [number, string[]];
      if (names.length === 0) return applied;
      applied.push(...names);
    }
  } finally {
    await database.destroy();
  }
}

class ListedMigrations implements Knex.MigrationSource<Migration> {
  readonly #migrations: readonly Migration[];

  constructor(migrations: readonly Migration[]) {
    this.#migrations = migrations;
  }

  getMigrations(): Promise<Migration[]> {
    return Promise.resolve([...this.#migrations]);
  }

  getMigrationName(migration: Migration): string {
    return migration.name;
  }

  getMigration(migration: Migration): Promise<Knex.Migration> {
    return Promise.resolve({
      // A question mark is a placeholder to knex, and an operator to PostgreSQL.
      up: (database) => database.raw(migration.sql.replaceAll('?', '\\?')),
      // Schemas only move forward: a reversal is a new migration (docs/decisions).
      down: () => Promise.reject(new Error('migrations are not reverted')),
    });
  }
}
