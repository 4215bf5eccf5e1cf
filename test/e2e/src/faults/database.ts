import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareDatabase, runtimeRoles, type DatabaseUrls } from '@prospecting/embedded';
import { startPostgres, type EmbeddedPostgres } from '@prospecting/embedded/postgres';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** A statement with its values. */
export type Sql = readonly [text: string, values?: unknown[]];

/** A PostgreSQL server of the harness's own, which it may mistreat. */
export interface FaultyDatabase {
  /** For the services: through the proxy, so that they hold across restarts. */
  readonly urls: DatabaseUrls;
  readonly proxy: TcpProxy;
  /** As superuser, past the proxy. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** As superuser, all or nothing. */
  transaction(statements: readonly Sql[]): Promise<void>;
  /**
   * Runs a statement that locks something, in a transaction that stays open for so long. Resolves when it has the lock: to the number of
   * rows that it locked. Rejects when it does not get it at once.
   */
  hold(statement: Sql, durationMs: number): Promise<number>;
  /** Stops the server at once, leaving it to recover from its log, and starts it again. */
  restart(): Promise<void>;
  /** What the server logged so far, over all its lives. */
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** The server itself never loses power, so what it has written it need not sync; what it has committed it must have written. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '200' };
const LOCK_WAIT_MS = 1_000;

export async function startDatabase(home: string): Promise<FaultyDatabase> {
  const dataDir = path.join(home, 'postgres');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const start = (): Promise<EmbeddedPostgres> =>
    startPostgres({ dataDir, authentication: 'trust', settings: SETTINGS });
  let server = await start();
  const proxy = await startTcpProxy(() => server.port);
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
  const [place] = (await pool.query<{ data_directory: string }>('show data_directory')).rows;
  const logFile = path.join(place?.data_directory ?? '', '..', 'server.log');
  const earlierLogs: string[] = [];
  const holds = new Set<Promise<void>>();

  return {
    urls: Object.fromEntries(
      Object.entries(direct).map(([role, url]: [string, string]) => [role, through(url, proxy)]),
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
      // A connection of its own: a restart of the server does not wait for it.
      const own = open(1);
      try {
        const client = await own.connect();
        // It breaks when the server ends; so does the lock.
        client.on('error', () => {});
        await client.query('begin');
        await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`);
        const { rowCount } = await client.query(text, values);
        const held = delay(durationMs)
          .then(() => client.query('rollback'))
          .catch(() => {})
          .then(() => client.release(true));
        const ended = held.then(() => own.end()).finally(() => void holds.delete(ended));
        holds.add(ended);
        return rowCount ?? 0;
      } catch (error) {
        void own.end();
        throw error;
      }
    },
    async restart() {
      await pool.end();
      await server.stop(0);
      // The next start begins a new one.
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

function through(url: string, proxy: TcpProxy): string {
  const proxied = new URL(url);
  proxied.port = String(proxy.port);
  return proxied.toString();
}
