import knex, { type Knex } from 'knex';
import pg from 'pg';

/** One forward step of a schema. Applied steps are never edited. */
export interface Migration {
  /** Sorts in the order of application: `0001_organizations`. */
  readonly name: string;
  readonly sql: string;
}

/** A schema with its owner and the roles that use it at run time. Each may live in a database server of its own. */
export interface SchemaModule {
  readonly schema: string;
  /** Owns the schema and migrates it; may not log in to serve requests. */
  readonly ownerRole: string;
  /** What services connect as; the migrations grant them what they may do. */
  readonly runtimeRoles: readonly string[];
  /** Those of them whose every transaction is read only, whatever they are granted. */
  readonly readOnlyRoles?: readonly string[];
  readonly migrations: readonly Migration[];
}

/** A constant of ours, so quoting is a matter of form; a name from outside never gets here. */
function identifier(name: string): string {
  return pg.escapeIdentifier(name);
}

/** Any constant number: all migrations and role changes of a server wait for each other. */
const LOCK_KEY = 7_268_251;

async function withLock(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString,
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
 * Makes the roles of a schema module, with the given passwords (a role without one keeps what it has).
 * Needs a connection that may create roles; where operators make the roles themselves this is not run.
 */
export async function ensureRoles(
  connectionString: string,
  module: SchemaModule,
  passwords: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withLock(connectionString, async (client) => {
    for (const role of [module.ownerRole, ...module.runtimeRoles]) {
      const existing = await client.query('select 1 from pg_catalog.pg_roles where rolname = $1', [role]);
      // Roles belong to the whole server, and two databases of one server share them.
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
 * Brings a schema to its newest migration, as its owner. Safe to run from several processes at once and while services run.
 * @param connectionString of the owner, or of a superuser, who then acts as the owner
 */
export async function migrateSchema(connectionString: string, module: SchemaModule): Promise<string[]> {
  let applied: string[] = [];
  await withLock(connectionString, async (client) => {
    const { rows } = await client.query<{ super: boolean; database: string }>(
      'select rolsuper as super, current_database() as database from pg_catalog.pg_roles where rolname = current_user',
    );
    const superuser = rows[0]?.super === true;
    if (superuser) {
      // The schema's own owner keeps one service's migration from touching another's tables.
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
    connection: { connectionString, application_name: 'prospect-migrate' },
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
    // One at a time: knex would apply all that are pending in one transaction, which would hold each one's locks until the end of the last.
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
      up: (database) => database.raw(migration.sql),
      // Schemas move forward only: going back is a new migration (docs/decisions).
      down: () => Promise.reject(new Error('migrations are not reverted')),
    });
  }
}
