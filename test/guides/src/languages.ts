import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ENVIRONMENT } from './config.js';
import type { Reader } from './installation.js';
import type { Language, Step } from './page.js';
import { isInstalled, run, type Run } from './programs.js';
import { scriptOf } from './scripts.js';

/** Runs the steps of a page, one after the other, in a folder of their own. */
export type Runner = (steps: readonly Step[], reader: Reader) => Promise<Run>;

/** Returns what a language lacks to run on this machine; undefined when everything is there. */
export function missingFor(language: Language, root: string): string | undefined {
  if (language === 'bash') return ['bash', 'curl'].find((program) => !isInstalled(program));
  if (language === 'python' && !existsSync(pythonOf(root))) return 'Python';
  return undefined;
}

/**
 * @param root of the repository
 * @param scratch an empty folder for what runs
 */
export function createRunners(root: string, scratch: string): Readonly<Record<Language, Runner>> {
  const newFolder = (): Promise<string> => mkdtemp(path.join(scratch, 'page-'));
  return {
    async bash(steps, reader) {
      const cwd = await newFolder();
      await writeFile(path.join(cwd, 'steps.sh'), scriptOf('bash', steps, reader));
      const env = { ...reader, PATH: [await installers(cwd, root), ENVIRONMENT['PATH']].join(path.delimiter) };
      return run('bash', ['-euo', 'pipefail', 'steps.sh'], { cwd, env });
    },
    async ts(steps, reader) {
      const cwd = await newFolder();
      const compiled = await compile(cwd, root, scriptOf('ts', steps, reader));
      return compiled.code === 0 ? run(process.execPath, ['steps.js'], { cwd, env: { ...reader } }) : compiled;
    },
    async python(steps, reader) {
      const cwd = await newFolder();
      await writeFile(path.join(cwd, 'steps.py'), scriptOf('python', steps, reader));
      return run(pythonOf(root), ['steps.py'], { cwd, env: { ...reader } });
    },
  };
}

/** The interpreter that finds the Python client. */
function pythonOf(root: string): string {
  return path.join(root, 'clients/python/.venv/bin/python');
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

/** Compiles a module beside its source. The errors of the compiler are its output. */
async function compile(cwd: string, root: string, code: string): Promise<Run> {
  await symlink(path.join(root, 'node_modules'), path.join(cwd, 'node_modules'));
  const files = {
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['steps.ts'] }),
    'steps.ts': code,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(cwd, name), content);
  const { stdout, stderr, ...ended } = await run(
    process.execPath,
    [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'],
    { cwd },
  );
  return { ...ended, stdout: '', stderr: stdout + stderr };
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
