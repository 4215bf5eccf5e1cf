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
  /**
   * Contains the cluster, its password and its lock. Created when it is missing. Default: a
   * temporary folder that `stop` deletes.
   */
  readonly dataDir?: string;
  /** False: writes are not synced to disk, and `stop` deletes the cluster. Default: true. */
  readonly durable?: boolean;
  /**
   * `trust` lets every local process log in as any role. For tests only. Default: scram-sha-256.
   */
  readonly authentication?: Authentication;
  /** Server settings by their names in postgresql.conf. They override the defaults. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called with each line that the person at the terminal should read. */
  readonly notify?: (line: string) => void;
  /** Cancels the start. */
  readonly signal?: AbortSignal;
}

/** A running PostgreSQL server. */
export interface EmbeddedPostgres {
  /** Superuser's URL of the database `postgres`. */
  readonly url: string;
  readonly port: number;
  /** Resolves when the server has exited, whatever the reason. */
  readonly exited: Promise<void>;
  /**
   * Stops the server and unlocks the data directory. Default limit: 15,000 ms. A server that hangs
   * is killed 10 s later.
   */
  stop(limitMs?: number): Promise<void>;
}

const PASSWORD = 'postgres-password';

const SETTINGS = {
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  jit: 'off',
  log_min_messages: 'warning',
  // The details of an error quote rows, and rows contain personal data.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/**
 * Starts PostgreSQL from the programs that npm installed, on a free loopback port, and waits until
 * it accepts connections. For root it runs as another user. Throws StartupError with one line that
 * names the problem.
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
    throw toStartupError(error, dataDir);
  }
}

async function makeTemporaryDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'prospect-'));
  await chmod(dir, 0o711);
  return dir;
}

/** Deletes the cluster and its password. Other files in the directory belong to the caller. */
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
  const settings = { ...SETTINGS, ...(durable ? {} : NOT_DURABLE), ...options.settings };
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

function toStartupError(error: unknown, dataDir: string): unknown {
  const code = systemCode(error);
  if (error instanceof StartupError || code === undefined || !['EACCES', 'EPERM', 'EROFS', 'ENOSPC'].includes(code))
    return error;
  return new StartupError(`the data directory ${dataDir} cannot be used (${code}): ${(error as Error).message}`, {
    cause: error,
  });
}
