import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '@prospecting/platform/postgres';
import { lastLine, serverEnvironment } from './cluster.js';
import { canListen, freePort } from './free-port.js';
import type { ServerUser } from './server-user.js';
import { StartupError } from './startup-error.js';

export interface PostmasterOptions {
  readonly home: string;
  readonly cluster: string;
  readonly nativeDir: string;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  /** Superuser's URL of the server on the given port. */
  readonly urlOf: (port: number) => string;
  readonly signal: AbortSignal | undefined;
}

/** A server process that answers. */
export interface Postmaster {
  readonly port: number;
  /** Settles when the process is gone, for whatever reason. */
  readonly exited: Promise<void>;
  /** Fast shutdown: sessions are cut, the data is written; harsher when that takes longer than the limit. */
  stop(limitMs: number): Promise<void>;
}

const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const PORT_ATTEMPTS = 5;

/** Starts the server on a free loopback port and waits until it answers. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const postmaster = await launch(options, port);
    if (await becomesReady(options, postmaster)) return postmaster;
    // Between the choice of the port and its use another process may have taken it; any other failure would only repeat.
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
      // A session of its own: Ctrl-C reaches every process of the terminal's group, and the database must go last.
      detached: true,
    });
    // However this process ends, short of being killed, the server does not outlive it.
    const takeAlong = (): void => void child.kill('SIGQUIT');
    process.once('exit', takeAlong);
    const exited = new Promise<void>((resolve) => {
      for (const event of ['exit', 'error']) child.once(event, () => resolve());
    }).then(() => void process.off('exit', takeAlong));
    return { port, exited, stop: (limitMs) => stopChild(child, exited, limitMs) };
  } finally {
    await log.close();
  }
}

/** False when the process ended instead. Throws when it neither ends nor answers in time, or the start is called off. */
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
      await Promise.race([postmaster.exited, delay(POLL_MS)]);
    }
    return false;
  } catch (error) {
    await postmaster.stop(STOP_LIMIT_MS);
    throw error;
  }
}

/** What the server at the URL serves; undefined when there is none, or it does not let us in (yet). */
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

/** Fast shutdown, then immediate shutdown (recovered from at the next start), then the kernel's. */
async function escalate(kill: (signal: NodeJS.Signals) => void, exited: Promise<void>, limitMs: number): Promise<void> {
  const steps = [
    ['SIGINT', limitMs],
    ['SIGQUIT', IMMEDIATE_LIMIT_MS],
    ['SIGKILL', IMMEDIATE_LIMIT_MS],
  ] as const;
  for (const [signal, waitMs] of steps) {
    kill(signal);
    if (await settlesWithin(exited, waitMs)) return;
  }
}

async function settlesWithin(exited: Promise<void>, waitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(waitMs, false, { signal: timer.signal }).catch(() => false);
  const settled = await Promise.race([exited.then(() => true), late]);
  timer.abort();
  return settled;
}

/**
 * Stops a server that outlived the process that started it (which was killed). Call it with the data directory locked: a
 * server that is there then belongs to nobody. It is known by letting us in and serving this very cluster, as
 * the process id in its file may by now be another program's.
 */
export async function stopOrphan(cluster: string, urlOf: (port: number) => string): Promise<void> {
  const [pid, , , port] = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''))
    .split('\n')
    .map(Number);
  if (!Number.isSafeInteger(pid) || !Number.isSafeInteger(port) || !isAlive(pid as number)) return;
  const served = await answerWhileStarting(urlOf(port as number), pid as number);
  if (served === undefined || (await realpath(served)) !== (await realpath(cluster))) return;
  await escalate((signal) => sendSignal(pid as number, signal), gone(pid as number), STOP_LIMIT_MS);
}

/** An orphan may itself still be recovering from a crash. */
async function answerWhileStarting(url: string, pid: number): Promise<string | undefined> {
  const deadlineAt = Date.now() + 10_000;
  do {
    const served = await dataDirectoryOf(url);
    if (served !== undefined) return served;
    await delay(POLL_MS * 4);
  } while (isAlive(pid) && Date.now() < deadlineAt);
  return undefined;
}

async function gone(pid: number): Promise<void> {
  const deadlineAt = Date.now() + STOP_LIMIT_MS + 2 * IMMEDIATE_LIMIT_MS;
  while (isAlive(pid) && Date.now() < deadlineAt) await delay(POLL_MS);
}

function isAlive(pid: number): boolean {
  return sendSignal(pid, 0);
}

/** False when there is no such process, or it is not ours to signal. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
