import { execFile } from 'node:child_process';
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
    await rm(unfinished, { recursive: true, force: true });
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

function run(
  program: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  timeout = RUN_LIMIT_MS,
): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(program, argv, { cwd: PACKAGE, env, timeout, maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      const ended = error?.killed === true ? `\n${program} did not end within ${timeout / 1000} s` : '';
      resolve({ code, output: `${stdout}${stderr}${ended}` });
    });
  });
}
