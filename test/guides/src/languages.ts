import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { preparePython } from '@prospecting/python-client-tests/build/testing/python.js';
import { ENVIRONMENT } from './config.js';
import type { Reader } from './installation.js';
import type { Language, Step } from './page.js';
import { isInstalled, run, type Run } from './programs.js';
import { scriptOf } from './scripts.js';

/** The steps of a page in one language. */
export interface Script {
  /** Name of the page, in the form of a file name. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Runs a script in a folder of its own. */
export type Runner = (script: Script, reader: Reader) => Promise<Run>;

/** The programs of this machine that run the languages. */
export interface Programs {
  /** Path of an interpreter that has what the Python client needs. */
  readonly python: string | undefined;
  /** Returns what a language lacks; undefined when everything is there. */
  missingFor(language: Language): string | undefined;
}

/** Finds the programs. Makes the environment of the Python client first, if nobody has. */
export async function findPrograms(): Promise<Programs> {
  const shell = ['bash', 'curl'].find((program) => !isInstalled(program));
  const python = await preparePython();
  const isThere = typeof python === 'function';
  const missing: Readonly<Record<Language, string | undefined>> = {
    bash: shell,
    ts: undefined,
    python: isThere ? undefined : python.missing,
  };
  return {
    python: isThere ? (await python(['-c', 'import sys; print(sys.executable)'])).output.trim() : undefined,
    missingFor: (language) => missing[language],
  };
}

/**
 * @param root of the repository
 * @param scratch an empty folder for what runs
 * @param modules every TypeScript script that will run: they are compiled together
 */
export async function createRunners(
  root: string,
  scratch: string,
  { python = '' }: Programs,
  modules: readonly Script[],
): Promise<Readonly<Record<Language, Runner>>> {
  const newFolder = (): Promise<string> => mkdtemp(path.join(scratch, 'page-'));
  const compiled = await compile(scratch, root, modules);
  return {
    async bash({ steps }, reader) {
      const cwd = await newFolder();
      await writeFile(path.join(cwd, 'steps.sh'), scriptOf('bash', steps, reader));
      const env = { ...reader, PATH: [await installers(cwd, root), ENVIRONMENT['PATH']].join(path.delimiter) };
      return run('bash', ['-euo', 'pipefail', 'steps.sh'], { cwd, env });
    },
    async ts({ name }, reader) {
      const errors = compiled.errorsOf(name);
      if (errors !== '') return { code: 1, stdout: '', stderr: errors };
      return run(process.execPath, [compiled.moduleOf(name)], { cwd: await newFolder(), env: { ...reader } });
    },
    async python({ steps }, reader) {
      const cwd = await newFolder();
      await writeFile(path.join(cwd, 'steps.py'), scriptOf('python', steps));
      const env = { ...reader, PYTHONPATH: path.join(root, 'clients/python/src') };
      return run(python, ['-X', 'utf8', 'steps.py'], { cwd, env });
    },
  };
}

/**
 * The options that `tsc --init` writes for a new project, as far as they check anything. A page
 * must compile in a reader's project.
 */
const COMPILER_OPTIONS = {
  module: 'nodenext',
  target: 'es2023',
  lib: ['es2023', 'esnext.disposable'],
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  moduleDetection: 'force',
  skipLibCheck: true,
};

interface Compiled {
  /** Returns what the compiler says of a module; empty when it says nothing. */
  errorsOf(name: string): string;
  /** Returns the path of a compiled module. */
  moduleOf(name: string): string;
}

/** Compiles each script to a module of its own, in a project that finds the client as a package. */
async function compile(scratch: string, root: string, scripts: readonly Script[]): Promise<Compiled> {
  const cwd = await mkdtemp(path.join(scratch, 'modules-'));
  await symlink(path.join(root, 'node_modules'), path.join(cwd, 'node_modules'));
  await writeFile(path.join(cwd, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(path.join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  for (const { name, steps } of scripts) await writeFile(path.join(cwd, `${name}.ts`), scriptOf('ts', steps));
  const { stdout } = await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc')], { cwd });
  return {
    errorsOf: (name) =>
      stdout
        .split(/^(?=\S)/m)
        .filter((error) => error.startsWith(`${name}.ts(`) || error.startsWith('error '))
        .join(''),
    moduleOf: (name) => path.join(cwd, `${name}.js`),
  };
}

/**
 * Makes a folder of programs that stand in for package managers, since no registry has the clients
 * of this commit. Each accepts the installation of its client under the name of its manifest, and
 * nothing else. Returns the folder.
 */
async function installers(cwd: string, root: string): Promise<string> {
  const read = (file: string): Promise<string> => readFile(path.join(root, 'clients', file), 'utf8');
  const { name } = JSON.parse(await read('typescript/package.json')) as { readonly name: string };
  const [, project = ''] = /^name = "(.+)"$/m.exec(await read('python/pyproject.toml')) ?? [];
  const folder = path.join(cwd, 'bin');
  await mkdir(folder);
  for (const [program, client] of [
    ['npm', name],
    ['pip', project],
  ] as const) {
    const script = `#!/usr/bin/env bash\n[ "$*" = 'install ${client}' ] || { echo "not an installation: ${program} $*" >&2; exit 1; }\n`;
    await writeFile(path.join(folder, program), script, { mode: 0o755 });
  }
  return folder;
}
