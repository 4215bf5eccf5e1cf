import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Program {
  /** Ends it at once, as a power cut does. */
  kill(): void;
  /** Resolves when it has ended. `code` is null when it was killed. */
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

/** Starts an example as its reader does: in a process of its own, with nothing to read from the keyboard. */
export function startProgram(
  file: string,
  argv: readonly string[],
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
): Program {
  const env = { ...process.env, PROSPECTING_BASE_URL: baseUrl, PROSPECTING_API_KEY: key };
  const child = spawn(process.execPath, [file, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode) => resolve(exitCode));
  });
  const ended = Promise.all([code, text(child.stdout), text(child.stderr)]);
  return {
    kill: () => void child.kill('SIGKILL'),
    ended: ended.then(([exitCode, stdout, stderr]) => ({ code: exitCode, stdout, stderr })),
  };
}
