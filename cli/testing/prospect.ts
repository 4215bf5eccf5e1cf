import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The result of a call of the command. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Buffer;
  readonly cwd?: string;
  /** Closes the reading end of standard output immediately, as `head` does when it has enough. */
  readonly closeStdout?: boolean;
}

const COMMAND = fileURLToPath(new URL('../../bin/prospect.js', import.meta.url));

/** Calls the command in a separate process, as a shell does. */
export async function prospect(
  argv: readonly string[],
  { env = {}, stdin = '', cwd, closeStdout = false }: CallOptions = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [COMMAND, ...argv], {
    // The environment of this machine must not affect the command.
    env: { PATH: process.env['PATH'], ...env },
    ...(cwd !== undefined && { cwd }),
  });
  // The command may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  if (closeStdout) child.stdout.destroy();
  const [stdout, stderr] = await Promise.all([
    closeStdout ? '' : text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode ?? -1, stdout, stderr };
}
