// What every command does first: the right Node, the packages, the build. Only what Node itself brings: nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const OLDEST_NODE = [20, 19];

/** Installs and builds what is missing; ends the process with one line where that cannot be done. */
export function prepare() {
  requireNode();
  install();
  removeOrphans();
  build();
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  fail(`Node.js ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`);
}

function install() {
  if (isInstalled()) return;
  console.error('Installing packages (npm ci) …');
  // Compiler and test runner are development packages, the database's programs optional ones: both are needed whatever NODE_ENV says.
  const argv = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev', '--include=optional'];
  // Under npm this is the very npm that was called.
  const npm = process.env.npm_execpath;
  const done = npm?.endsWith('.js') ? run(process.execPath, [npm, ...argv]) : run('npm', argv);
  if (!done) fail('The packages could not be installed; npm says why above.');
}

/** True when node_modules holds the versions that package-lock.json asks for. */
function isInstalled() {
  const installed = readLock('node_modules/.package-lock.json');
  const wanted = readLock('package-lock.json');
  if (installed === undefined || wanted === undefined) return false;
  return Object.entries(wanted).every(([location, entry]) => {
    if (location === '' || entry.link || !location.includes('node_modules/')) return true;
    const present = installed[location];
    // Packages for other platforms are optional and stay away.
    return present === undefined ? entry.optional === true : present.version === entry.version;
  });
}

function readLock(file) {
  const location = path.join(ROOT, file);
  return existsSync(location) ? JSON.parse(readFileSync(location, 'utf8')).packages : undefined;
}

/** The folders of the packages, as package.json lists them. */
export function workspaces() {
  return JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).workspaces;
}

/** Files below a folder, relative to it; none where there is no such folder. */
export function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** tsc leaves the output of deleted sources, and the test runner would go on running it. */
function removeOrphans() {
  for (const workspace of workspaces()) {
    const source = path.join(ROOT, workspace, 'src');
    const output = path.join(ROOT, workspace, 'dist');
    for (const file of filesBelow(output)) {
      const stem = /^(.*?)(\.d\.ts|\.js)(\.map)?$/.exec(file)?.[1];
      if (stem !== undefined && !existsSync(path.join(source, `${stem}.ts`))) rmSync(path.join(output, file));
    }
  }
}

export function build() {
  if (!runModule('typescript/bin/tsc', ['-b'])) fail('The code does not compile; the compiler says why above.');
}

/** Runs a program of an installed package from the repository's root; true when it succeeds. */
export function runModule(program, argv, options = {}) {
  return run(process.execPath, [path.join(ROOT, 'node_modules', program), ...argv], options);
}

/** Runs a program from the repository's root with our own input and output; true when it succeeds. */
export function run(program, argv, options = {}) {
  const { status, signal, error } = spawnSync(program, argv, { cwd: ROOT, stdio: 'inherit', ...options });
  if (signal !== null) process.exit(130);
  if (error !== undefined) console.error(`${program}: ${error.message}`);
  return status === 0;
}

export function fail(message) {
  console.error(message);
  process.exit(1);
}
