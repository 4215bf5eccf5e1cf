// The first step of every command: check Node, install packages, build. It runs before anything is
// installed, so it uses only what Node itself brings.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const OLDEST_NODE = [20, 19];

/**
 * Installs missing packages and builds. Ends the process with one line when that fails.
 * @param options.dev installs development packages too. Default: true.
 * @param options.tests builds the tests and their support too. Default: true.
 * @param options.checkTypes false: emits the same files three times as fast, but reports only syntax errors. Default: true.
 */
export function prepare({ dev = true, tests = true, checkTypes = true } = {}) {
  requireNode();
  install(dev);
  removeOrphans();
  if (!runModule(TSC, tscArguments({ tests, checkTypes }))) fail('The code does not compile. See the errors above.');
  if (!buildSite()) fail('The reference could not be built. See the errors above.');
  if (!buildConsole()) fail('The console could not be built. See the errors above.');
}

export const TSC = 'typescript/bin/tsc';

export function tscArguments({ tests = true, checkTypes = true } = {}) {
  return ['-b', tests ? 'tsconfig.tests.json' : 'tsconfig.json', ...(checkTypes ? [] : ['--noCheck'])];
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Node.js ${OLDEST_NODE.join('.')} or newer is required; this is ${process.versions.node}.`);
}

function install(dev) {
  const installed = readLock('node_modules/.package-lock.json');
  // A developer's installation stays one when `npm start` has to update it.
  const withDev = dev || Object.values(installed).some((entry) => entry.dev);
  const command = installCommand(installed, withDev);
  if (command === undefined) return;
  console.error(`Installing packages (npm ${command.join(' ')}) …`);
  // Set explicitly, because NODE_ENV=production would change the defaults. PostgreSQL's programs
  // are optional packages.
  const scope = [withDev ? '--include=dev' : '--omit=dev', '--include=optional'];
  const argv = [...command, '--no-audit', '--no-fund', '--loglevel=error', ...scope];
  // Use the npm that runs this script.
  const npm = process.env.npm_execpath;
  const done = npm?.endsWith('.js') ? run(process.execPath, [npm, ...argv]) : run('npm', argv);
  if (!done) fail('The packages could not be installed. See the errors of npm above.');
}

/**
 * Returns what npm has to do so that node_modules fits package-lock.json. Undefined when it already
 * does.
 */
function installCommand(installed, withDev) {
  const wanted = Object.entries(readLock('package-lock.json'));
  const isOutdated = wanted.some(([location, { version }]) => hasOtherVersion(installed[location], version));
  if (isOutdated || Object.keys(installed).length === 0) return ['ci'];
  const isMissing = ([location, entry]) => installed[location] === undefined && isNeeded(location, entry, withDev);
  // `npm ci` would delete node_modules, from which a running `npm start` still reads. This only
  // adds to it.
  return wanted.some(isMissing) ? ['install', '--no-save'] : undefined;
}

/**
 * Returns true for a package from npm that has to be in node_modules. An optional one may be for
 * another platform.
 */
function isNeeded(location, entry, withDev) {
  if (!location.includes('node_modules/') || entry.link || entry.optional) return false;
  return withDev || !(entry.dev || entry.devOptional);
}

function hasOtherVersion(installed, version) {
  return installed !== undefined && !installed.link && installed.version !== version;
}

/** Returns the packages of a lock file by their location. Empty when there is no such file. */
function readLock(file) {
  const location = path.join(ROOT, file);
  return existsSync(location) ? JSON.parse(readFileSync(location, 'utf8')).packages : {};
}

/** The folders of our own packages, from package.json. */
export function workspaces() {
  return JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).workspaces;
}

/** Files below a folder, relative to it. Empty when the folder does not exist. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Folders of a package with sources, and where their output goes. */
export const OUTPUTS = [
  ['src', 'dist'],
  // What only tests use is built apart, so that it is in nothing that ships.
  ['testing', 'build/testing'],
];

/** Deletes the output of deleted sources. tsc leaves it, and the test runner would still run it. */
export function removeOrphans() {
  for (const workspace of workspaces()) {
    for (const [source, output] of OUTPUTS) {
      for (const file of filesBelow(path.join(ROOT, workspace, output))) {
        const stem = /^(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(file)?.[1];
        if (stem === undefined) continue;
        const origin = path.join(ROOT, workspace, source, stem);
        if (existsSync(`${origin}.ts`) || existsSync(`${origin}.tsx`)) continue;
        rmSync(path.join(ROOT, workspace, output, file));
      }
    }
  }
}

/** What the built reference is made of. Its generator is compiled from `site/src`. */
const SITE_INPUTS = [
  'site/.vitepress',
  'site/clients',
  'site/guides',
  'site/pages',
  'site/public',
  'site/src',
  'openapi/openapi.json',
  'openapi/src',
  'node_modules/vitepress/package.json',
];

/** What the built console is made of. */
const CONSOLE_INPUTS = [
  'console/index.html',
  'console/public',
  'console/src',
  'console/vite.config.ts',
  'node_modules/vite/package.json',
  'node_modules/react/package.json',
  'node_modules/@mantine/core/package.json',
];

/**
 * Builds the reference that the gateway serves, when an input has changed. Returns true when it is
 * current.
 */
export function buildSite() {
  const build = () => runQuietly('site/dist/generator/main.js');
  return buildWhenChanged('the reference (site/)', 'site/build/stamp', SITE_INPUTS, build);
}

/**
 * Builds the console that admin-service serves, when an input has changed. Returns true when it is
 * current.
 */
export function buildConsole() {
  const build = () => runQuietly('node_modules/vite/bin/vite.js', ['build', 'console', '--logLevel', 'warn']);
  return buildWhenChanged('the console (console/)', 'console/build/stamp', CONSOLE_INPUTS, build);
}

/** Builds when the digest of the inputs is not the one in `stamp`. Returns true when the output is current. */
function buildWhenChanged(what, stamp, inputs, build) {
  const file = path.join(ROOT, stamp);
  const digest = digestOf(inputs);
  if (existsSync(file) && readFileSync(file, 'utf8') === digest) return true;
  console.error(`Building ${what} …`);
  // Of a build that breaks off nothing is current.
  rmSync(file, { force: true });
  if (!build()) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, digest);
  return true;
}

/** Runs a builder, whose progress on stdout would mix with that of the command that was asked for. */
function runQuietly(program, argv = []) {
  return run(process.execPath, [program, ...argv], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Returns one digest of files and of all files below folders. Tests are no input. */
function digestOf(locations) {
  const hash = createHash('sha256');
  for (const location of locations) {
    const start = path.join(ROOT, location);
    const isFile = existsSync(start) && statSync(start).isFile();
    const files = isFile ? [''] : filesBelow(start).sort();
    for (const file of files.filter((each) => !each.endsWith('.test.ts'))) {
      hash
        .update(`${location}/${file}\0`)
        .update(readFileSync(path.join(start, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Runs a program of an installed package in the repository's root. Returns true when it succeeds.
 */
export function runModule(program, argv, options = {}) {
  return run(process.execPath, [path.join(ROOT, 'node_modules', program), ...argv], options);
}

/**
 * Runs a program in the repository's root with this process's input and output. Returns true when
 * it succeeds.
 */
export function run(program, argv, options = {}) {
  const { status, signal, error } = spawnSync(program, argv, { cwd: ROOT, stdio: 'inherit', ...options });
  if (signal !== null) process.exit(130);
  if (error !== undefined) console.error(`${program}: ${error.message}`);
  return status === 0;
}

/** Prints one line and ends the process with exit code 1. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}
