import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@prospecting/platform/ports';
import { createPool } from '@prospecting/platform/postgres';
import { eventually } from '@prospecting/platform/testing';

/**
 * A PostgreSQL server of the same installation as a pg_dump: pg_dump refuses a newer server than
 * itself.
 */
export interface DumpableServer {
  /** Superuser's URL of the database `postgres`. Every role may log in without a password. */
  readonly url: string;
  /** Folder of pg_dump and pg_restore. */
  readonly programs: string;
  stop(): Promise<void>;
}

/** Debian's place for the servers of all versions, and the PATH. */
function installations(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((one, other) => Number(other) - Number(one)) : [];
  return [...versions.map((version) => path.join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
}

/** Returns undefined where PostgreSQL is not installed with its client programs. */
export async function startDumpableServer(): Promise<DumpableServer | undefined> {
  const programs = installations().find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((program) => existsSync(path.join(folder, program))),
  );
  if (programs === undefined) return undefined;
  const user = serverUser();
  const home = await mkdtemp(path.join(tmpdir(), 'prospect-dumpable-'));
  await chmod(home, 0o700);
  if (user !== undefined) await chown(home, user.uid, user.gid);
  const data = path.join(home, 'data');
  await promisify(execFile)(
    path.join(programs, 'initdb'),
    ['--pgdata', data, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'],
    { ...user, cwd: home },
  );
  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    fsync: 'off',
    max_connections: 200,
  };
  const argv = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(programs, 'postgres'), ['-D', data, ...argv], { ...user, cwd: home, stdio: 'ignore' });
  const exited = once(server, 'exit');
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const pool = createPool({ connectionString: url, applicationName: 'test', maxConnections: 1 });
  const isUp = (): Promise<boolean> =>
    pool.query('select 1').then(
      () => true,
      () => false,
    );
  await eventually(isUp, (up) => up || server.exitCode !== null, { timeoutMs: 30_000, intervalMs: 50 });
  await pool.end();
  return {
    url,
    programs,
    async stop() {
      // Cuts connections, and does not wait for them.
      server.kill('SIGINT');
      await exited;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The server refuses to run as root. Debian's package has a user for it. */
function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (kind: string): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
