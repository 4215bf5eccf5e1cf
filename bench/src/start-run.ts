import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@prospecting/platform/ports';
import { withTimeout } from '@prospecting/platform/timing';

/** One start, as seen from outside and as the product logs it. */
export interface StartMeasurement {
  /** From the command to the first 200 of /readyz. */
  readonly readyMs: number;
  /** Milliseconds by phase, in order. */
  readonly phasesMs: Readonly<Record<string, number>>;
  /** CPU time of the process, PostgreSQL and the build's checks left out. */
  readonly cpuMs: number;
}

type LoggedStart = Omit<StartMeasurement, 'readyMs'>;

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url));
const READY_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 45_000;
const POLL_MS = 10;

/** Runs `npm start` in a directory until it is ready, and stops it. */
export async function startProduct(dataDir: string, signal: AbortSignal): Promise<StartMeasurement> {
  await mkdir(dataDir, { recursive: true });
  const [port, adminPort] = await freePorts(2);
  // It inherits nothing, so that only what is measured decides.
  const env = {
    PROSPECT_DATA_DIR: dataDir,
    PROSPECT_PORT: String(port),
    PROSPECT_ADMIN_PORT: String(adminPort),
    PROSPECT_CONSOLE_PORT: '0',
  };
  const logFile = path.join(dataDir, 'prospect.log');
  const { length: before } = await readStarts(logFile);
  const startedAt = performance.now();
  // In its own process group: Ctrl-C reaches it as the SIGTERM below.
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  const exited = once(child, 'exit');
  try {
    await untilReady(`http://127.0.0.1:${adminPort}/readyz`, () => child.exitCode, signal);
    const readyMs = performance.now() - startedAt;
    return { readyMs, ...(await nextStart(logFile, before)) };
  } finally {
    child.kill('SIGTERM');
    await withTimeout(exited, STOP_LIMIT_MS, () => child.kill('SIGKILL'));
  }
}

async function untilReady(url: string, exitCode: () => number | null, signal: AbortSignal): Promise<void> {
  const limit = performance.now() + READY_LIMIT_MS;
  while (performance.now() < limit) {
    signal.throwIfAborted();
    if (exitCode() !== null) throw new Error(`npm start ended with code ${exitCode()}`);
    if (await isReady(url)) return;
    await sleep(POLL_MS);
  }
  throw new Error('npm start did not get ready');
}

async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

const LOG_LIMIT_MS = 10_000;

/** Returns the logged phases of every start, the oldest first. */
async function readStarts(logFile: string): Promise<LoggedStart[]> {
  const text = await readFile(logFile, 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter((line) => line.includes('"phasesMs"'))
    .map((line) => {
      const { phasesMs, cpuMs } = JSON.parse(line) as LoggedStart;
      return { phasesMs, cpuMs };
    });
}

/** Waits for the line of one more start, which is written just after the product is ready. */
async function nextStart(logFile: string, before: number): Promise<LoggedStart> {
  const limit = performance.now() + LOG_LIMIT_MS;
  while (performance.now() < limit) {
    const started = (await readStarts(logFile))[before];
    if (started !== undefined) return started;
    await sleep(POLL_MS);
  }
  throw new Error(`no start is logged in ${logFile}`);
}
