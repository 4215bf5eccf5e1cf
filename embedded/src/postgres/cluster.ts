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

/**
 * Creates the cluster in `home` if it is missing. An interrupted attempt leaves only `cluster.new`,
 * which the next one deletes.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const cluster = path.join(options.home, 'cluster');
  if ((await stat(cluster).catch(() => undefined)) !== undefined) return cluster;
  const unfinished = path.join(options.home, 'cluster.new');
  const passwordFile = path.join(options.home, 'initial-password');
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  try {
    await setOwner(unfinished, options.user, 0o700);
    await setOwner(passwordFile, options.user, 0o600);
    await initdb(options, unfinished, passwordFile);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, cluster);
  return cluster;
}

async function setOwner(target: string, user: ServerUser | undefined, mode: number): Promise<void> {
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
    // This locale is part of the server, so text sorts by code point on every machine, as the
    // indexes expect.
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
    throw new StartupError(`PostgreSQL could not initialise its data directory: ${lastLine(output)}`, { cause: error });
  }
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? '';
}

/**
 * Returns the server's environment. Variables of this process are left out, because PG* variables
 * change the server's behaviour.
 */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
