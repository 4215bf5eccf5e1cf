import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { canListen, freePort } from '@prospecting/platform/ports';
import { createPool } from '@prospecting/platform/postgres';
import { withTimeout } from '@prospecting/platform/timing';
import { lastLine, serverEnvironment } from './cluster.js';
import type { ServerUser } from './server-user.js';
import { StartupError } from './startup-error.js';

export interface PostmasterOptions {
  readonly home: string;
  readonly cluster: string;
  readonly nativeDir: string;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Returns the superuser's URL of the server on the given port. */
  readonly urlOf: (port: number) => string;
  readonly signal: AbortSignal | undefined;
}

/** A running server process that accepts connections. */
export interface Postmaster {
  readonly port: number;
  /** Resolves when the process has exited, whatever the reason. */
  readonly exited: Promise<void>;
  /**
   * Cuts sessions, writes the data and exits. Uses harsher signals when this takes longer than the
   * limit.
   */
  stop(limitMs: number): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const PORT_ATTEMPTS = 5;

/** Starts the server on a free loopback port and waits until it accepts connections. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const postmaster = await launch(options, port);
    if (await becomesReady(options, postmaster)) return postmaster;
    // Retried only when another process has taken the port in the meantime. Any other failure would
    // repeat.
    if (attempt === PORT_ATTEMPTS || (await canListen(port))) {
      const log = await readFile(logFile(options.home), 'utf8').catch(() => '');
      throw new StartupError(`PostgreSQL did not start: ${lastLine(log)} (see ${logFile(options.home)})`);
    }
  }
}

function logFile(home: string): string {
  return path.join(home, 'server.log');
}

async function launch(options: PostmasterOptions, port: number): Promise<Postmaster> {
  const settings = {
    ...options.settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
  };
  const log = await open(logFile(options.home), 'w', 0o600);
  try {
    const argv = [
      '-D',
      options.cluster,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ];
    const child = spawn(path.join(options.nativeDir, 'bin', 'postgres'), argv, {
      ...options.user,
      cwd: '/',
      env: serverEnvironment(),
      stdio: ['ignore', log.fd, log.fd],
      // In a separate session, because Ctrl-C reaches every process of the terminal's group and the
      // database must stop last.
      detached: true,
    });
    // The server ends with this process, unless this process is killed.
    const killServer = (): void => void child.kill('SIGQUIT');
    process.once('exit', killServer);
    const exited = new Promise<void>((resolve) => {
      for (const event of ['exit', 'error']) child.once(event, () => resolve());
    }).then(() => void process.off('exit', killServer));
    return { port, exited, stop: (limitMs) => stopChild(child, exited, limitMs) };
  } finally {
    await log.close();
  }
}

/**
 * Waits until the server accepts connections. Returns false when it has exited instead. Throws when
 * it does neither in time, or when the start is cancelled.
 */
async function becomesReady(options: PostmasterOptions, postmaster: Postmaster): Promise<boolean> {
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  let ended = false;
  void postmaster.exited.then(() => {
    ended = true;
  });
  try {
    while (!ended) {
      options.signal?.throwIfAborted();
      if ((await dataDirectoryOf(options.urlOf(postmaster.port))) !== undefined) return true;
      if (Date.now() > deadlineAt)
        throw new StartupError(`PostgreSQL did not answer within ${READY_TIMEOUT_MS / 1000} s`);
      await withTimeout(postmaster.exited, POLL_MS, () => undefined);
    }
    return false;
  } catch (error) {
    await postmaster.stop(STOP_LIMIT_MS);
    throw error;
  }
}

/**
 * Returns the data directory of the server at the URL. Undefined when there is none or it rejects
 * the connection.
 */
async function dataDirectoryOf(url: string): Promise<string | undefined> {
  const pool = createPool({ connectionString: url, applicationName: 'prospect-start', maxConnections: 1 });
  try {
    const { rows } = await pool.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory;
  } catch {
    return undefined;
  } finally {
    await pool.end();
  }
}

export const STOP_LIMIT_MS = 15_000;
const IMMEDIATE_LIMIT_MS = 5_000;

async function stopChild(child: ChildProcess, exited: Promise<void>, limitMs: number): Promise<void> {
  await escalate((signal) => child.kill(signal), exited, limitMs);
}

/**
 * Requests a fast shutdown, then an immediate one, which the next start recovers from, and then
 * kills the process.
 */
async function escalate(kill: (signal: NodeJS.Signals) => void, exited: Promise<void>, limitMs: number): Promise<void> {
  const steps = [
    ['SIGINT', limitMs],
    ['SIGQUIT', IMMEDIATE_LIMIT_MS],
    ['SIGKILL', IMMEDIATE_LIMIT_MS],
  ] as const;
  for (const [signal, waitMs] of steps) {
    kill(signal);
    const hasExited = exited.then(() => true);
    if (await withTimeout(hasExited, waitMs, () => false)) return;
  }
}

/**
 * Stops a server that has outlived its killed starter. The caller holds the lock of the data
 * directory, so no other process uses that server. The process id in the server's file may belong
 * to another program by now, so the server must accept our password and serve this cluster.
 */
export async function stopOrphan(cluster: string, urlOf: (port: number) => string): Promise<void> {
  const [pid, , , port] = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''))
    .split('\n')
    .map(Number);
  if (!Number.isSafeInteger(pid) || !Number.isSafeInteger(port) || !isAlive(pid as number)) return;
  const served = await waitForDataDirectory(urlOf(port as number), pid as number);
  if (served === undefined || (await realpath(served)) !== (await realpath(cluster))) return;
  await escalate((signal) => sendSignal(pid as number, signal), waitForExit(pid as number), STOP_LIMIT_MS);
}

/** Waits for a server that may be recovering from a crash. */
async function waitForDataDirectory(url: string, pid: number): Promise<string | undefined> {
  const deadlineAt = Date.now() + 10_000;
  do {
    const served = await dataDirectoryOf(url);
    if (served !== undefined) return served;
    await delay(POLL_MS * 4);
  } while (isAlive(pid) && Date.now() < deadlineAt);
  return undefined;
}

async function waitForExit(pid: number): Promise<void> {
  const deadlineAt = Date.now() + STOP_LIMIT_MS + 2 * IMMEDIATE_LIMIT_MS;
  while (isAlive(pid) && Date.now() < deadlineAt) await delay(POLL_MS);
}

function isAlive(pid: number): boolean {
  return sendSignal(pid, 0);
}

/** Returns false when the process does not exist or this process may not signal it. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
