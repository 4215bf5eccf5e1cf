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
 * PostgreSQL refuses to run as root: root starts it as the owner of the existing cluster, else as `postgres` or `nobody`.
 * Undefined for everyone but root, who run it as themselves.
 */
export async function chooseServerUser(clusterDir: string): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const cluster = await stat(clusterDir).catch(() => undefined);
  if (cluster !== undefined && cluster.uid !== 0) return { uid: cluster.uid, gid: cluster.gid };
  // initdb looks its user up, so the user has to be one that the machine knows.
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
 * Runs a shell script as the server's user, with `$1` as its argument; true when it succeeds. Trying is the one way to know
 * what another user may reach: mode bits say nothing of access lists, mounts or security modules.
 */
export async function succeedsAs(user: ServerUser | undefined, script: string, argument: string): Promise<boolean> {
  try {
    await run('/bin/sh', ['-c', script, 'sh', argument], { ...user, cwd: '/', timeout: SHELL_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}
