import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError, systemCode } from './startup-error.js';

const LOCK = 'lock';

/**
 * The process that holds a data directory. The start time distinguishes it from a later process
 * with the same id.
 */
interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

/**
 * Locks the data directory for this process. The lock ends when the returned function is called or
 * the process exits. Throws StartupError when a running process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, LOCK);
  const own = `${JSON.stringify({ pid: process.pid, startedAt: (await startTimeOf(process.pid)) ?? '' } satisfies Holder)}\n`;
  const unique = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeFile(unique, own, { mode: 0o600 });
  try {
    while (!(await claim(unique, file))) await clearStale(file, `${unique}.stale`, dataDir);
  } finally {
    await rm(unique, { force: true });
  }
  return async () => {
    if ((await readFile(file, 'utf8').catch(() => '')) === own) await rm(file, { force: true });
  };
}

/**
 * Creates the lock as a hard link to a complete file, so that no process can read a partial lock.
 */
async function claim(unique: string, file: string): Promise<boolean> {
  try {
    await link(unique, file);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function clearStale(file: string, aside: string, dataDir: string): Promise<void> {
  const content = await readFile(file, 'utf8').catch(() => undefined);
  if (content === undefined) return;
  const holder = parseHolder(content);
  const inUse = (pid: number | undefined): StartupError =>
    new StartupError(
      `the data directory ${dataDir} is in use by a running instance${pid === undefined ? '' : ` (process ${pid})`}`,
    );
  if (holder !== undefined && (await startTimeOf(holder.pid)) === holder.startedAt) throw inUse(holder.pid);
  try {
    await rename(file, aside);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readFile(aside, 'utf8');
  if (moved !== content) {
    // Another process has cleared the stale lock and claimed the directory in the meantime. Its
    // claim is valid.
    await rename(aside, file);
    throw inUse(parseHolder(moved)?.pid);
  }
  await rm(aside);
}

function parseHolder(content: string): Holder | undefined {
  try {
    return JSON.parse(content) as Holder;
  } catch {
    // A full disk can leave an empty file, which no process holds.
    return undefined;
  }
}

const run = promisify(execFile);

/**
 * Returns a start time that differs between processes with the same id. Undefined when the process
 * does not exist.
 */
async function startTimeOf(pid: number): Promise<string | undefined> {
  try {
    if (process.platform !== 'linux') return (await run('ps', ['-o', 'lstart=', '-p', String(pid)])).stdout.trim();
    const [boot, status] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // Field 22, counted after the command's name, because the name can contain spaces.
    const ticks = status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
    return `${boot.trim()}/${ticks}`;
  } catch {
    return undefined;
  }
}
