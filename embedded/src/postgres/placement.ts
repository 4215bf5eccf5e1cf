import { createHash } from 'node:crypto';
import { access, chmod, lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { succeedsAs, type ServerUser } from './server-user.js';
import { StartupError, systemCode } from './startup-error.js';

/**
 * The file that contains the path of the cluster's folder when it is outside the data directory.
 */
export const POINTER = 'postgres.location';

/**
 * Folders for root's clusters. /var/lib survives restarts. /var/tmp loses old files, which
 * temporary data allows.
 */
const BASES = { durable: '/var/lib', temporary: '/var/tmp' };

export interface PlacementOptions {
  readonly dataDir: string;
  readonly durable: boolean;
  /** The user that PostgreSQL runs as. Undefined for the user of this process. */
  readonly user: ServerUser | undefined;
  readonly notify: (line: string) => void;
}

/** Creates the data directory if it is missing. Throws StartupError when it cannot be written. */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true });
    // 0711, because a server that runs as another user must reach its cluster. Every file in the
    // directory is 0600.
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

/** Returns the folder of a data directory's cluster. Creates and checks nothing. */
export async function findHome(dataDir: string): Promise<string> {
  return (await readPointer(dataDir)) ?? path.join(dataDir, 'postgres');
}

/**
 * Creates the folder of the cluster and returns its path. It is `<data dir>/postgres`, unless the
 * server's user cannot enter a parent folder. Then it is a folder of root's outside, and a file in
 * the data directory has its path. Without that file the data directory is new, and a cluster that
 * an earlier data directory with the same path left outside is deleted.
 */
export async function makeHome(options: PlacementOptions): Promise<string> {
  const { dataDir, user } = options;
  const pointed = await readPointer(dataDir);
  if (pointed !== undefined) {
    await assertOwnFolder(
      pointed,
      `the database of ${dataDir} was kept in ${pointed}, which does not exist; delete ${dataDir} to start with an empty database`,
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
      `the user that PostgreSQL runs as can no longer enter ${inside}; give it execute permission on the parent folders`,
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
    await assertOwnFolder(home, `${home} belongs to another user; move it away`);
    await rm(home, { recursive: true });
  }
  await makeFolder(home, 0o711);
  await writeFile(path.join(dataDir, POINTER), `${home}\n`, { mode: 0o600 });
  notify(`PostgreSQL does not run as root and its user cannot enter ${dataDir}, so the database is in ${home}`);
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
  // The umask reduces the mode that mkdir sets.
  await chmod(folder, mode);
}

/**
 * Throws StartupError when the folder is a link or belongs to another user, who may have planted
 * it.
 */
async function assertOwnFolder(folder: string, message: string): Promise<void> {
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true || found.uid !== process.getuid?.()) throw new StartupError(message);
}
