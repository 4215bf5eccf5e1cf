import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { importContacts, importOrganizations, importSwitchboards } from '@prospecting/directory/import';
import { prepareDatabase, runtimeRoles, type DatabaseUrls } from '@prospecting/embedded';
import { startPostgres, type EmbeddedPostgres } from '@prospecting/embedded/postgres';
import { createPool, type Pool } from '@prospecting/platform/postgres';
import type { Directory } from '../support/records.js';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.js';

/** Under which Swedish sole traders' numbers are hashed; there are none. */
export const SOLE_TRADER_KEY = 'a sole trader key for tests, 32 characters or more';

/** A PostgreSQL server of the harness's own, which it may mistreat. */
export interface FaultyDatabase {
  /** For the services: through the proxy, so that they hold across restarts. */
  readonly urls: DatabaseUrls;
  readonly proxy: TcpProxy;
  /** As superuser, past the proxy. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Stops the server at once, leaving it to recover from its log, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The server itself never loses power, so what it has written it need not sync; what it has committed it must have written. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '200' };

export async function startDatabase(home: string, directory: Directory): Promise<FaultyDatabase> {
  const dataDir = path.join(home, 'postgres');
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const start = (): Promise<EmbeddedPostgres> =>
    startPostgres({ dataDir, authentication: 'trust', settings: SETTINGS });
  let server = await start();
  const proxy = await startTcpProxy(() => server.port);
  const passwords = Object.fromEntries(runtimeRoles.map((role) => [role, '']));
  const direct = await prepareDatabase(server.url, passwords);
  await load(direct.importer, directory);
  const open = (): Pool => {
    const url = new URL(server.url);
    url.pathname = new URL(direct.gateway).pathname;
    return createPool({
      connectionString: url.toString(),
      applicationName: 'faults',
      maxConnections: 2,
      statementTimeoutMs: 60_000,
    });
  };
  let pool = open();
  return {
    urls: Object.fromEntries(
      Object.entries(direct).map(([role, url]: [string, string]) => [role, through(url, proxy)]),
    ) as unknown as DatabaseUrls,
    proxy,
    async query<Row extends object>(text: string, values: unknown[] = []) {
      const { rows } = await pool.query<Row>(text, values);
      return rows;
    },
    async restart() {
      await pool.end();
      await server.stop(0);
      server = await start();
      pool = open();
    },
    async stop() {
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

async function load(databaseUrl: string, { organizations, contacts, switchboards }: Directory): Promise<void> {
  for (const [importRecords, records = []] of [
    [importOrganizations, organizations],
    [importContacts, contacts],
    [importSwitchboards, switchboards],
  ] as const) {
    const { inserted } = await importRecords({
      databaseUrl,
      input: Readable.from([Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''))]),
      identityKey: SOLE_TRADER_KEY,
    });
    if (inserted !== records.length) throw new Error(`${inserted} of ${records.length} records were imported`);
  }
}
