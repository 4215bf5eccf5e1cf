import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { provideBinaries } from './binaries.js';
import { ensureCluster, SUPERUSER, type Authentication } from './cluster.js';
import { lockDataDir } from './data-dir-lock.js';
import { findHome, makeDataDir, makeHome, POINTER } from './placement.js';
import { startPostmaster, stopOrphan, STOP_LIMIT_MS } from './postmaster.js';
import { chooseServerUser } from './server-user.js';
import { StartupError, systemCode } from './startup-error.js';

export interface PostgresOptions {
  /** Holds the cluster, its password and its lock; made when missing. Without one the server gets a folder that `stop` deletes. */
  readonly dataDir?: string;
  /** false: nothing is synced to disk, and `stop` deletes the cluster. */
  readonly durable?: boolean;
  /** trust lets every local process in as any role: for the throw-away clusters of tests. */
  readonly authentication?: Authentication;
  /** Server settings over the defaults, by their names in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Told, a line at a time, what the person at the terminal should know. */
  readonly notify?: (line: string) => void;
  /** Calls the start off. */
  readonly signal?: AbortSignal;
}

/** A running PostgreSQL server of our own. */
export interface EmbeddedPostgres {
  /** The superuser's, on the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** Settles when the server is gone, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends it and gives the data directory free. Takes little longer than the limit even when the server hangs. */
  stop(limitMs?: number): Promise<void>;
}

const PASSWORD = 'postgres-password';

const SETTINGS = {
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  jit: 'off',
  log_min_messages: 'warning',
  // What fails quotes rows, and rows are personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const THROW_AWAY = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Starts PostgreSQL from the programs that npm installed, on a free loopback port, and waits until it answers.
 * Works for root too, who has it run as another user. Throws StartupError with one line that says what is wrong.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? true;
  const dataDir = path.resolve(options.dataDir ?? (await makeTemporaryDir()));
  await makeDataDir(dataDir);
  const unlock = await lockDataDir(dataDir);
  const finish = async (): Promise<void> => {
    if (!durable) await removeCluster(dataDir);
    await unlock();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return await startLocked({ ...options, dataDir, durable }, finish);
  } catch (error) {
    await finish();
    throw explain(error, dataDir);
  }
}

async function makeTemporaryDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'prospect-'));
  await chmod(dir, 0o711);
  return dir;
}

/** What else is in the folder is the caller's. */
async function removeCluster(dataDir: string): Promise<void> {
  await rm(await findHome(dataDir), { recursive: true, force: true });
  await rm(path.join(dataDir, POINTER), { force: true });
  await rm(path.join(dataDir, PASSWORD), { force: true });
}

async function startLocked(
  options: PostgresOptions & { readonly dataDir: string; readonly durable: boolean },
  finish: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const { dataDir, durable, signal } = options;
  const authentication = options.authentication ?? 'scram-sha-256';
  const user = await chooseServerUser(path.join(await findHome(dataDir), 'cluster'));
  const home = await makeHome({ dataDir, durable, user, notify: options.notify ?? ((): void => {}) });
  const nativeDir = await provideBinaries(home, user);
  signal?.throwIfAborted();
  const password = await ensurePassword(path.join(dataDir, PASSWORD));
  const urlOf = (port: number): string => `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`;
  const cluster = await ensureCluster({ home, nativeDir, user, password, authentication, durable });
  signal?.throwIfAborted();
  await stopOrphan(cluster, urlOf);
  const settings = { ...SETTINGS, ...(durable ? {} : THROW_AWAY), ...options.settings };
  const postmaster = await startPostmaster({ home, cluster, nativeDir, user, settings, urlOf, signal });
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(postmaster.port),
    port: postmaster.port,
    exited: postmaster.exited,
    stop: (limitMs = STOP_LIMIT_MS) => {
      stopped ??= postmaster.stop(limitMs).then(finish);
      return stopped;
    },
  };
}

async function ensurePassword(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

function explain(error: unknown, dataDir: string): unknown {
  const code = systemCode(error);
  if (error instanceof StartupError || code === undefined || !['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code))
    return error;
  return new StartupError(`the data directory ${dataDir} cannot be used (${code}): ${(error as Error).message}`, {
    cause: error,
  });
}
