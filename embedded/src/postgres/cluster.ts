import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ServerUser } from './server-user.js';
import { StartupError } from './startup-error.js';

export const SUPERUSER = 'postgres';

export type Authentication = 'scram-sha-256' | 'trust';

export interface ClusterOptions {
  readonly home: string;
  readonly nativeDir: string;
  readonly user: ServerUser | undefined;
  readonly password: string;
  readonly authentication: Authentication;
  readonly durable: boolean;
}

const run = promisify(execFile);
const INITDB_TIMEOUT_MS = 60_000;

/** Makes the cluster of `home` unless it is there. An interrupted attempt leaves nothing that a later one would take for it. */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const cluster = path.join(options.home, 'cluster');
  if ((await stat(cluster).catch(() => undefined)) !== undefined) return cluster;
  const unfinished = path.join(options.home, 'cluster.new');
  const passwordFile = path.join(options.home, 'initial-password');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  try {
    await give(unfinished, options.user, 0o700);
    await give(passwordFile, options.user, 0o600);
    await initdb(options, unfinished, passwordFile);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, cluster);
  return cluster;
}

async function give(target: string, user: ServerUser | undefined, mode: number): Promise<void> {
  if (user !== undefined) await chown(target, user.uid, user.gid);
  await chmod(target, mode);
}

async function initdb(options: ClusterOptions, dir: string, passwordFile: string): Promise<void> {
  const argv = [
    `--pgdata=${dir}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    `--auth=${options.authentication}`,
    '--encoding=UTF8',
    // Comes with the server, so text sorts the same on every machine; order by code point is what the indexes expect.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(options.durable ? [] : ['--no-sync', '--no-data-checksums']),
  ];
  try {
    await run(path.join(options.nativeDir, 'bin', 'initdb'), argv, {
      ...options.user,
      cwd: '/',
      env: serverEnvironment(),
      timeout: INITDB_TIMEOUT_MS,
    });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new StartupError(`PostgreSQL's data could not be initialised: ${lastLine(output)}`, { cause: error });
  }
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/** Nothing of this process's environment reaches the server: PG* variables would change what it does. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
