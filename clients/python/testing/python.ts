import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the Python package. */
export const PACKAGE = path.resolve(fileURLToPath(new URL('.', import.meta.url)), '../..');

const REQUIREMENTS = path.join(PACKAGE, 'requirements-dev.txt');
/** Not in node_modules, which `npm ci` deletes. */
const ENVIRONMENTS = path.join(PACKAGE, 'build/venv');

const OLDEST_PYTHON = [3, 10] as const;
const INSTALL_LIMIT_MS = 240_000;
const RUN_LIMIT_MS = 280_000;

/** What a program printed, and the code with which it ended. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a Python program of the virtual environment in the folder of the package. */
export type Python = (argv: readonly string[], environment?: NodeJS.ProcessEnv) => Promise<Outcome>;

/** Returns Python with the pinned packages, or what is missing for it. */
export async function preparePython(): Promise<Python | { readonly missing: string }> {
  const system = process.platform === 'win32' ? 'python' : 'python3';
  const wanted = `Python ${OLDEST_PYTHON.join('.')} or newer with venv and pip`;
  const program = 'import sys, venv, ensurepip; print(sys.version, sys.executable, sys.version_info >= (3, 10))';
  const found = await run(system, ['-c', program]);
  if (found.code !== 0 || !found.output.trim().endsWith('True')) return { missing: wanted };

  const key = createHash('sha256')
    .update(found.output)
    .update(await readFile(REQUIREMENTS))
    .digest('hex');
  const environment = path.join(ENVIRONMENTS, key.slice(0, 16));
  if (!existsSync(environment)) {
    const failure = await createEnvironment(system, environment);
    if (failure !== undefined) return { missing: `${wanted}, and a package index: ${failure}` };
  }
  const executable = pythonOf(environment);
  return (argv, variables) => run(executable, ['-X', 'utf8', ...argv], { ...process.env, ...variables });
}

/** Creates an environment, whole or not at all. Returns why it cannot. */
async function createEnvironment(system: string, environment: string): Promise<string | undefined> {
  const unfinished = `${environment}.${process.pid}`;
  await mkdir(ENVIRONMENTS, { recursive: true });
  try {
    const created = await run(system, ['-m', 'venv', unfinished]);
    if (created.code !== 0) return lastLine(created);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes'];
    const installed = await run(pythonOf(unfinished), [...install, '-r', REQUIREMENTS], process.env, INSTALL_LIMIT_MS);
    if (installed.code !== 0) return lastLine(installed);
    // Another run may have been faster. Either is as good.
    await rename(unfinished, environment).catch(() => {});
    return undefined;
  } finally {
    // What cannot be deleted is left behind: it is no reason to end the run of all tests.
    await rm(unfinished, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => {});
  }
}

function pythonOf(environment: string): string {
  return process.platform === 'win32'
    ? path.join(environment, 'Scripts', 'python.exe')
    : path.join(environment, 'bin', 'python');
}

function lastLine({ output }: Outcome): string {
  return output.trim().split('\n').at(-1) ?? 'no reason given';
}

/** Runs a program. One that takes too long is stopped with its children. */
export function run(
  program: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  timeout = RUN_LIMIT_MS,
): Promise<Outcome> {
  return new Promise((resolve) => {
    // A process group of its own: pip's children would go on writing when only pip is stopped.
    const child = spawn(program, argv, { cwd: PACKAGE, env, detached: hasGroups, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let ended = '';
    const collect = (text: string): void => void (printed += text);
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    const stop = (): void => stopGroup(child);
    const timer = setTimeout(() => {
      ended = `\n${program} did not end within ${timeout / 1000} s`;
      stop();
    }, timeout);
    // Ctrl-C reaches only the group of the terminal. Mocha ends its processes by itself then.
    for (const event of ['exit', 'SIGINT']) process.once(event, stop);
    const end = (code: number): void => {
      clearTimeout(timer);
      for (const event of ['exit', 'SIGINT']) process.off(event, stop);
      resolve({ code, output: `${printed}${ended}` });
    };
    child.once('error', (error) => {
      ended = error.message;
      end(1);
    });
    // Not before every child has closed its output.
    child.once('close', (code) => end(code ?? 1));
  });
}

/** Windows has no process groups; there a detached process would open a window instead. */
const hasGroups = process.platform !== 'win32';

function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL');
    else child.kill();
  } catch {
    // It has ended already.
  }
}
