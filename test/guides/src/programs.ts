import { spawn, spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { ENVIRONMENT } from './config.js';

export interface Run {
  /** 0 after success; 1 or above, or null after a signal, otherwise. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

const TIMEOUT_MS = 90_000;

/** Runs a program to its end. */
export async function run(program: string, argv: readonly string[], options: RunOptions): Promise<Run> {
  const child = spawn(program, argv, {
    cwd: options.cwd,
    env: { ...ENVIRONMENT, ...options.env },
    timeout: TIMEOUT_MS,
  });
  // The program may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

/** Returns true when the program can be started. */
export function isInstalled(program: string, ...argv: readonly string[]): boolean {
  return spawnSync(program, argv.length === 0 ? ['--version'] : argv, { stdio: 'ignore' }).status === 0;
}
