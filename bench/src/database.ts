import { createPool, ensureRoles, migrateSchema, type Pool, type SchemaModule } from '@prospecting/platform/postgres';

/** Copying a template or writing a checkpoint is slow on a busy disk. */
const STATEMENT_TIMEOUT_MS = 120_000;
/** No customer waits for these connections. */
const ACQUIRE_TIMEOUT_MS = 30_000;

/**
 * Returns the server's URL for another database and, if given, another role. The benchmark's server
 * trusts local roles.
 */
export function urlOf(serverUrl: string, database: string, role?: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  if (role !== undefined) {
    url.username = role;
    url.password = '';
  }
  return url.toString();
}

/**
 * Creates an empty database with the given schemas, replacing any of the same name. Names come from
 * this package, so they are not quoted.
 */
export async function makeDatabase(serverUrl: string, name: string, schemas: readonly SchemaModule[]): Promise<void> {
  await dropDatabase(serverUrl, name);
  await withPool(serverUrl, (pool) => pool.query(`create database ${name}`));
  const url = urlOf(serverUrl, name);
  for (const schema of schemas) {
    await ensureRoles(url, schema);
    await migrateSchema(url, schema);
  }
}

/** Creates a copy of a database to which nobody is connected, replacing any of the same name. */
export async function copyDatabase(serverUrl: string, from: string, to: string): Promise<void> {
  await dropDatabase(serverUrl, to);
  await withPool(serverUrl, (pool) => pool.query(`create database ${to} template ${from}`));
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withPool(serverUrl, (pool) => pool.query(`drop database if exists ${name} with (force)`));
}

export async function renameDatabase(serverUrl: string, from: string, to: string): Promise<void> {
  await withPool(serverUrl, (pool) => pool.query(`alter database ${from} rename to ${to}`));
}

/** Returns the names of the server's databases that begin with the prefix. */
export async function listDatabases(serverUrl: string, prefix: string): Promise<string[]> {
  const query = 'select datname as name from pg_catalog.pg_database where starts_with(datname, $1)';
  const { rows } = await withPool(serverUrl, (pool) => pool.query<{ name: string }>(query, [prefix]));
  return rows.map(({ name }) => name);
}

/** Writes out dirty pages, so that they are not written during the next measurement. */
export async function checkpoint(serverUrl: string): Promise<void> {
  await withPool(serverUrl, (pool) => pool.query('checkpoint'));
}

/** Runs `work` with a pool of one connection. */
export async function withPool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = createPool({
    connectionString: url,
    applicationName: 'prospect-bench',
    maxConnections: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
  });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Returns the server's processes: connections, and those that write what connections commit. */
export async function postgresPids(pool: Pool): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_catalog.pg_stat_activity');
  return rows.map(({ pid }) => pid);
}
