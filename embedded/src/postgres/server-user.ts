import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from './startup-error.js';

/** The user that PostgreSQL runs as. */
export interface ServerUser {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * Returns the user to run PostgreSQL as when this process runs as root, because PostgreSQL rejects
 * root: the owner of the existing cluster, else `postgres` or `nobody`. Returns undefined for any
 * other user.
 */
export async function chooseServerUser(clusterDir: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = await stat(clusterDir).catch(() => undefined);
  if (cluster !== undefined && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  // initdb looks up its user, so the user must exist on this machine.
  const users = parsePasswd(await readFile('/etc/passwd', 'utf8'));
  for (const name of CANDIDATES) {
    const user = users.get(name);
    if (user !== undefined) return user;
  }
  throw new StartupError(
    `PostgreSQL does not run as root, and there is no user ${CANDIDATES.join(' or ')} to run it as`,
  );
}

function parsePasswd(text: string): Map<string, ServerUser> {
  const users = new Map<string, ServerUser>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) continue;
    users.set(name, { uid: Number(uid), gid: Number(gid) });
  }
  return users;
}

const run = promisify(execFile);
const SHELL_TIMEOUT_MS = 20_000;

/**
 * Runs a shell script as the server's user, with `argument` as `$1`, and returns true when it
 * succeeds. Only an attempt shows what another user can access: mode bits do not include access
 * lists, mounts and security modules.
 */
export async function succeedsAs(user: ServerUser | undefined, script: string, argument: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', script, 'sh', argument], { ...user, cwd: '/', timeout: SHELL_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}
