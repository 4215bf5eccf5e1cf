import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareDatabase, runtimeRoles, type DatabaseUrls } from '@prospecting/embedded';
import { startPostgres, type EmbeddedPostgres } from '@prospecting/embedded/postgres';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { openTcpProxy, type TcpProxy } from '@prospecting/platform/testing';

/** A statement with its values. */
export type Sql = readonly [text: string, values?: unknown[]];

/** A PostgreSQL server that belongs to the harness, so that the harness may break it. */
export interface FaultyDatabase {
  /** The URLs for the services. They go through the proxy, so they survive restarts. */
  readonly urls: DatabaseUrls;
  readonly proxy: TcpProxy;
  /** Runs a statement as superuser, bypassing the proxy. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Runs statements in one transaction as superuser. */
  transaction(statements: readonly Sql[]): Promise<void>;
  /**
   * Runs a locking statement in a transaction that stays open for `durationMs`. Resolves to the
   * number of locked rows once it has the lock. Rejects when it does not get the lock within a
   * second.
   */
  hold(statement: Sql, durationMs: number): Promise<number>;
  /** Stops the server immediately, so that it must recover from its log, and starts it again. */
  restart(): Promise<void>;
  /** Returns the server's log across all restarts. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/**
 * The machine never loses power, so nothing need be synced. Committed data must still be written.
 */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '200' };
const LOCK_WAIT_MS = 1_000;

export async function startDatabase(home: string): Promise<FaultyDatabase> {
  const dataDir = path.join(home, 'postgres');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const start = (): Promise<EmbeddedPostgres> =>
    startPostgres({ dataDir, authentication: 'trust', settings: SETTINGS });
  let server = await start();
  const proxy = await openTcpProxy(() => server.port);
  const passwords = Object.fromEntries(runtimeRoles.map((role) => [role, '']));
  const direct = await prepareDatabase(server.url, passwords);
  const open = (maxConnections: number): Pool => {
    const url = new URL(server.url);
    url.pathname = new URL(direct.gateway).pathname;
    return createPool({
      connectionString: url.toString(),
      applicationName: 'faults',
      maxConnections,
      statementTimeoutMs: 60_000,
    });
  };
  let pool = open(4);
  const [setting] = (await pool.query<{ data_directory: string }>('show data_directory')).rows;
  const logFile = path.join(setting?.data_directory ?? '', '..', 'server.log');
  const earlierLogs: string[] = [];
  const holds = new Set<Promise<void>>();

  return {
    urls: Object.fromEntries(
      Object.entries(direct).map(([role, url]: [string, string]) => [role, proxy.through(url)]),
    ) as unknown as DatabaseUrls,
    proxy,
    async query<Row extends object>(text: string, values: unknown[] = []) {
      const { rows } = await pool.query<Row>(text, values);
      return rows;
    },
    async transaction(statements) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        for (const [text, values = []] of statements) await client.query(text, values);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
    async hold([text, values = []], durationMs) {
      // Uses a separate connection, so that a server restart does not wait for it.
      const ownPool = open(1);
      try {
        const client = await ownPool.connect();
        // The connection breaks when the server stops, which also frees the lock.
        client.on('error', () => {});
        await client.query('begin');
        await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
        const { rowCount } = await client.query(text, values);
        const held = delay(durationMs)
          .then(() => client.query('rollback'))
          .catch(() => {})
          .then(() => client.release(true));
        const ended = held.then(() => ownPool.end()).finally(() => void holds.delete(ended));
        holds.add(ended);
        return rowCount ?? 0;
      } catch (error) {
        void ownPool.end();
        throw error;
      }
    },
    async restart() {
      await pool.end();
      await server.stop(0);
      // The next start begins a new log file.
      earlierLogs.push(await readFile(logFile, 'utf8'));
      server = await start();
      pool = open(4);
    },
    log: async () => [...earlierLogs, await readFile(logFile, 'utf8')].join(''),
    async stop() {
      await Promise.all(holds);
      await pool.end();
      await proxy.close();
      await server.stop(0);
    },
  };
}
