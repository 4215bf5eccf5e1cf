import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { withTimeout } from '@prospecting/platform/timing';

export interface ProcessOptions {
  /** Names its log. */
  readonly name: string;
  /** A compiled module. */
  readonly entry: URL;
  /** Its whole environment: it inherits nothing. */
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly logDir: string;
  /** Where to leave a CPU profile when it ends. */
  readonly profileDir?: string | undefined;
  /** A compiled module that it loads before its own code. */
  readonly preload?: URL | undefined;
  /** Keeps what an earlier process of this name has logged. */
  readonly appendLog?: boolean;
}

/** A running Node.js process that writes its own log. */
export interface RunningProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly logFile: string;
  /** Settles when it has ended, for any reason. */
  readonly exited: Promise<void>;
  /** Sends SIGTERM, and SIGKILL when that takes too long. */
  stop(): Promise<void>;
}

const STOP_LIMIT_MS = 25_000;
const READY_TIMEOUT_MS = 30_000;
const POLL_MS = 50;

export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { name, entry, logDir, profileDir, preload, appendLog = false } = options;
  await mkdir(logDir, { recursive: true });
  const logFile = path.join(logDir, `${name}.log`);
  const log = await open(logFile, appendLog ? 'a' : 'w', 0o600);
  try {
    const profiling = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.join(profileDir, name)}`];
    const child = fork(entry, [...(options.args ?? [])], {
      env: { ...options.env },
      execArgv: [...profiling, ...(preload === undefined ? [] : ['--import', preload.href])],
      stdio: ['ignore', log.fd, log.fd, 'ipc'],
      // In its own process group, so that Ctrl-C does not reach it before it is stopped in order.
      detached: true,
    });
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      await exited;
      clearTimeout(limit);
    };
    return { name, child, logFile, exited, stop };
  } finally {
    await log.close();
  }
}

/**
 * Waits until /readyz of an admin listener answers 200. Throws Error when the process ends first or
 * takes too long.
 */
export async function untilReady(
  process: RunningProcess,
  adminUrl: string,
  signal: AbortSignal,
  limitMs: number = READY_TIMEOUT_MS,
): Promise<void> {
  let gone = false;
  void process.exited.then(() => {
    gone = true;
  });
  const deadlineAt = Date.now() + limitMs;
  while (!gone && Date.now() < deadlineAt) {
    signal.throwIfAborted();
    if (await isReady(adminUrl)) return;
    await withTimeout(process.exited, POLL_MS, () => undefined);
  }
  throw new Error(`${process.name} ${gone ? 'ended' : 'did not get ready'}: see ${process.logFile}`);
}

async function isReady(adminUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${adminUrl}/readyz`, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/**
 * Returns the next message from a process. Throws Error when it ends without one, and the signal's
 * reason when it aborts first.
 */
export async function nextMessage(process: RunningProcess, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const message = new Promise<{ readonly sent: unknown }>((resolve, reject) => {
    process.child.once('message', (sent) => resolve({ sent }));
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const answer = await Promise.race([message, process.exited]);
  if (answer === undefined) throw new Error(`${process.name} ended: see ${process.logFile}`);
  return answer.sent;
}
