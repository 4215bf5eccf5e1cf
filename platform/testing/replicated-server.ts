import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '#src/ports/index.js';
import { ensureRoles, migrateSchema, type SchemaModule } from '#src/postgres/index.js';
import { eventually } from './eventually.js';

/** One PostgreSQL server of a test. */
export interface ServerNode {
  /** Connects as superuser. */
  readonly url: string;
  /** Returns the URL of the same database for a runtime role. */
  urlFor(role: string): string;
  /** Runs a statement as superuser. */
  query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]>;
  start(): Promise<void>;
  /** Ends every process of the server, as the loss of its machine does. */
  kill(): Promise<void>;
}

/** A primary and its streaming replicas. */
export interface ReplicatedServer {
  readonly primary: ServerNode;
  readonly replicas: readonly ServerNode[];
  /** Stops all of them and deletes their data. */
  drop(): Promise<void>;
}

const run = promisify(execFile);
const SUPERUSER = 'postgres';
const DATABASE = 'postgres';
const START_LIMIT_MS = 30_000;

/** The data is deleted after the test, so nothing waits for the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  wal_level: 'replica',
  wal_keep_size: '64MB',
  max_wal_senders: '10',
  shared_buffers: '16MB',
  // A standby that lost its primary tries again each 5 s by default.
  wal_retrieve_retry_interval: '100ms',
};

/** Programs of the server at TEST_DATABASE_URL, and the user that may run them. */
interface Installation {
  readonly bin: string;
  /** Undefined: this process's user. PostgreSQL does not run as root. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined;
}

/**
 * For tests: starts a primary with the given schemas and its streaming replicas, from the programs
 * of the server at TEST_DATABASE_URL, which must run on this machine.
 */
export async function startReplicatedServer(
  modules: readonly SchemaModule[],
  replicaCount: number,
): Promise<ReplicatedServer> {
  const installation = await findInstallation();
  const home = await mkdtemp(path.join(tmpdir(), 'prospect-replicated-'));
  await chmod(home, 0o711);
  const dataOf = async (name: string): Promise<string> => {
    const data = path.join(home, name);
    await mkdir(data, { mode: 0o700 });
    if (installation.user !== undefined) await chown(data, installation.user.uid, installation.user.gid);
    return data;
  };
  const data = await dataOf('primary');
  await run(
    path.join(installation.bin, 'initdb'),
    [`--pgdata=${data}`, `--username=${SUPERUSER}`, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...installation.user, cwd: '/' },
  );
  const primary = await createNode(installation, data, {});
  await primary.start();
  for (const module of modules) {
    await ensureRoles(primary.url, module);
    await migrateSchema(primary.url, module);
  }
  // A copy of a stopped server needs no backup protocol, which not every installation has.
  await primary.stop();
  const replicas: ServerNode[] = [];
  for (let index = 0; index < replicaCount; index += 1) {
    const copy = await dataOf(`replica-${index}`);
    await run('cp', ['-a', `${data}/.`, copy], { ...installation.user, cwd: '/' });
    await writeFile(path.join(copy, 'standby.signal'), '');
    const source = `host=127.0.0.1 port=${new URL(primary.url).port} user=${SUPERUSER}`;
    replicas.push(await createNode(installation, copy, { primary_conninfo: source }));
  }
  await primary.start();
  await Promise.all(replicas.map((replica) => replica.start()));
  return {
    primary,
    replicas,
    async drop() {
      await Promise.all([primary, ...replicas].map((node) => node.kill()));
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function findInstallation(): Promise<Installation> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests with npm test');
  const [row] = await query<{ bin: string; data: string }>(
    server,
    `select (select setting from pg_catalog.pg_config where name = 'BINDIR') as bin,
      current_setting('data_directory') as data`,
  );
  if (row === undefined) throw new Error('the test server does not say where its programs are');
  const owner = await stat(row.data);
  const user = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
  return { bin: row.bin, user };
}

async function createNode(
  { bin, user }: Installation,
  data: string,
  own: Readonly<Record<string, string>>,
): Promise<ServerNode & { stop(): Promise<void> }> {
  const port = await freePort();
  const urlFor = (role: string): string => `postgres://${role}@127.0.0.1:${port}/${DATABASE}`;
  const url = urlFor(SUPERUSER);
  const settings = Object.entries({ ...SETTINGS, ...own, port: String(port) });
  const argv = ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let server: ChildProcess | undefined;
  /** SIGINT stops in order, SIGQUIT at once and without a word. */
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill(signal);
    await exited;
  };
  return {
    url,
    urlFor,
    query: (text) => query(url, text),
    async start() {
      server = spawn(path.join(bin, 'postgres'), argv, { ...user, cwd: '/', stdio: 'ignore' });
      const accepts = (): Promise<boolean> =>
        query(url, 'select 1').then(
          () => true,
          () => false,
        );
      if (!(await eventually(accepts, Boolean, { timeoutMs: START_LIMIT_MS, intervalMs: 50 })))
        throw new Error(`the server in ${data} does not accept connections`);
    },
    stop: () => end('SIGINT'),
    kill: () => end('SIGQUIT'),
  };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}
