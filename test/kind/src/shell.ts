import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface RunOptions {
  /** Written to the program's standard input. */
  readonly input?: string;
  /** Default: 2 minutes. */
  readonly timeoutMs?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Shows the program's output while it runs; then nothing is returned. */
  readonly isShown?: boolean;
  readonly cwd?: string;
}

export interface Outcome {
  /** The exit code; -1 when a signal ended the program. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program and returns how it ended, whatever its exit code. Throws when it cannot start. */
export async function attempt(program: string, argv: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { input, timeoutMs = 120_000, env, isShown = false, cwd } = options;
  const child = spawn(program, argv, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    timeout: timeoutMs,
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  });
  // A program that ends without reading its input breaks the pipe; its exit code says why.
  child.stdin?.on('error', () => {});
  child.stdin?.end(input);
  const [stdout, stderr, code] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    ended,
  ]);
  return { code, stdout, stderr };
}

/** Runs a program and returns what it prints. Throws what it says when it fails. */
export async function run(program: string, argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await attempt(program, argv, options);
  if (code === 0) return stdout;
  const said = `${stderr}\n${stdout}`.trim().split('\n').slice(-15).join('\n');
  throw new Error(`${program} ${argv.join(' ').slice(0, 300)} failed (${code}): ${said}`);
}
