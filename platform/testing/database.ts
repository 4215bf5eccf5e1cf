import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { ensureRoles, migrateSchema, type SchemaModule } from '#src/postgres/index.js';

/** The database of one test file, cloned from a migrated template. */
export interface TestDatabase {
  /** Connects as superuser, for seeding and looking. */
  readonly url: string;
  /** Returns the URL of the same database for a runtime role. */
  urlFor(role: string): string;
  /** Ends every connection and drops the database. */
  drop(): Promise<void>;
}

/**
 * Creates a test database with the given schemas on the server at TEST_DATABASE_URL (`npm test`
 * sets it). The template is created once per server and set of migrations, so a clone takes tens of
 * milliseconds.
 */
export async function createTestDatabase(modules: readonly SchemaModule[]): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test');
  const template = await ensureTemplate(server, modules);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, (client) => client.query(`create database ${name} template ${template}`));
  return {
    url: withDatabase(server, name),
    urlFor: (role) => withDatabase(server, name, role),
    drop: () => onServer(server, (client) => dropDatabase(client, name)),
  };
}

async function ensureTemplate(server: string, modules: readonly SchemaModule[]): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(modules)).digest('hex').slice(0, 16);
  const name = `template_${digest}`;
  await onServer(server, async (client) => {
    // Several test processes may need the template at the same time. The session lock lets one
    // create it.
    await client.query('select pg_advisory_lock(1, hashtext($1))', [name]);
    const ready = await client.query('select 1 from pg_catalog.pg_database where datname = $1 and datistemplate', [
      name,
    ]);
    if (ready.rowCount !== 0) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name}`);
    const url = withDatabase(server, name);
    for (const module of modules) {
      await ensureRoles(url, module);
      await migrateSchema(url, module);
    }
    await client.query(`alter database ${name} is_template true`);
  });
  return name;
}

const CLOSING_LIMIT_MS = 5_000;

/**
 * Drops a database. An ended pool has sent its goodbye, but the server may not have read it yet:
 * forced out then, it answers with an error that nobody listens for. So connections get time to
 * close by themselves before the rest is cut.
 */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  const giveUpAt = performance.now() + CLOSING_LIMIT_MS;
  for (;;) {
    const open = await client.query('select 1 from pg_catalog.pg_stat_activity where datname = $1', [name]);
    if (open.rowCount === 0 || performance.now() > giveUpAt) break;
    await setTimeout(10);
  }
  await client.query(`drop database if exists ${name} with (force)`);
}

async function onServer<Result>(server: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function withDatabase(server: string, database: string, role?: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  if (role !== undefined) {
    url.username = role;
    url.password = '';
  }
  return url.toString();
}
