import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** How a call of the command ended. */
export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Buffer;
  readonly cwd?: string;
}

const COMMAND = fileURLToPath(new URL('../../bin/prospect.js', import.meta.url));

/** Calls the command in a process of its own, as a shell does. */
export async function prospect(
  argv: readonly string[],
  { env = {}, stdin = '', cwd }: CallOptions = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [COMMAND, ...argv], {
    // Nothing of the machine's own installation gets in.
    env: { PATH: process.env['PATH'], ...env },
    ...(cwd !== undefined && { cwd }),
  });
  // The command may end without reading its input.
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode ?? -1, stdout, stderr };
}
