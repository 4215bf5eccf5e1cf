import { createHash } from 'node:crypto';
import { access, chmod, lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { succeedsAs, type ServerUser } from './server-user.js';
import { StartupError, systemCode } from './startup-error.js';

/** Names the folder that holds the cluster where the data directory itself is out of the server user's reach. */
export const POINTER = 'postgres.location';

/** Root's own folders survive restarts in /var/lib; /var/tmp is emptied of old files and good enough for throw-away data. */
const BASES = { durable: '/var/lib', temporary: '/var/tmp' };

export interface PlacementOptions {
  readonly dataDir: string;
  readonly durable: boolean;
  /** Set when PostgreSQL runs as another user than this process. */
  readonly user: ServerUser | undefined;
  readonly notify: (line: string) => void;
}

/** Makes the data directory; what it holds is of its owner's concern only. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true });
    // 0711: a server running as another user has to get through to its cluster; every file in here is 0600.
    if (created !== undefined) await chmod(dataDir, 0o711);
    await access(dataDir, 2 /* W_OK */);
  } catch (error) {
    throw new StartupError(
      `the data directory ${dataDir} cannot be written (${systemCode(error) ?? 'unknown error'})`,
      {
        cause: error,
      },
    );
  }
}

/** Where the cluster of a data directory is, without making or checking anything. */
export async function findHome(dataDir: string): Promise<string> {
  return (await readPointer(dataDir)) ?? path.join(dataDir, 'postgres');
}

/**
 * Makes the folder that holds the cluster: `<data dir>/postgres`, or, where the server's user cannot get there (below a
 * folder that only root may enter), a folder of root's outside, named in the data directory. Without that name the data
 * directory is a new one, so what an earlier one of the same path left outside is deleted.
 */
export async function makeHome(options: PlacementOptions): Promise<string> {
  const { dataDir, user } = options;
  const pointed = await readPointer(dataDir);
  if (pointed !== undefined) {
    await assertOwn(
      pointed,
      `the database of ${dataDir} was kept in ${pointed}, which is gone; delete ${dataDir} to start afresh`,
    );
    return pointed;
  }
  const inside = path.join(dataDir, 'postgres');
  if (user === undefined || (await succeedsAs(user, 'cd -- "$1"', dataDir))) {
    await makeFolder(inside, user === undefined ? 0o700 : 0o711);
    return inside;
  }
  if ((await lstat(path.join(inside, 'cluster')).catch(() => undefined)) !== undefined) {
    throw new StartupError(
      `the user that PostgreSQL runs as can no longer get to ${inside}; make its parent folders enterable`,
    );
  }
  return makeHomeOutside(options);
}

async function makeHomeOutside({ dataDir, durable, notify }: PlacementOptions): Promise<string> {
  const digest = createHash('sha256')
    .update(await realpath(dataDir))
    .digest('hex')
    .slice(0, 12);
  const home = path.join(durable ? BASES.durable : BASES.temporary, `prospect-${digest}`);
  if ((await lstat(home).catch(() => undefined)) !== undefined) {
    await assertOwn(home, `${home} belongs to another user; move it away`);
    await rm(home, { recursive: true });
  }
  await makeFolder(home, 0o711);
  await writeFile(path.join(dataDir, POINTER), `${home}\n`, { mode: 0o600 });
  notify(`PostgreSQL does not run as root and its user cannot enter ${dataDir}: the database is kept in ${home}`);
  return home;
}

async function readPointer(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(path.join(dataDir, POINTER), 'utf8')).trim();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw new StartupError(`the data directory ${dataDir} cannot be read (${systemCode(error) ?? 'unknown error'})`, {
      cause: error,
    });
  }
}

async function makeFolder(folder: string, mode: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  // mkdir's own mode is cut by the umask.
  await chmod(folder, mode);
}

/** A folder that someone else may have put there is not trusted, nor followed when it is a link. */
async function assertOwn(folder: string, message: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true || found.uid !== process.getuid?.()) throw new StartupError(message);
}
