import { CommanderError } from 'commander';
import { DomainError } from '@prospecting/platform/errors';
import type { Environment } from './config.js';
import { CommandError, UsageError } from './errors.js';
import type { Streams } from './output.js';
import { createProgram } from './program.js';

const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs the command with the given arguments, which exclude node and the script. Prints failures to
 * standard error.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function run(argv: readonly string[], env: Environment, streams: Streams): Promise<number> {
  try {
    await createProgram(env, streams).parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has printed the error or the help.
      return error.exitCode === 0 ? 0 : WRONG_USAGE;
    }
    streams.stderr.write(`prospect: ${formatError(error)}\n`);
    return error instanceof UsageError ? WRONG_USAGE : FAILED;
  }
}

function formatError(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof DomainError) {
    const fields = Object.entries(error.members.errors ?? {})
      .map(([name, messages]) => ({ name, text: messages.join(' ') }))
      .filter(({ text }) => !error.detail.includes(text));
    return [error.detail, ...fields.map(({ name, text }) => `${name}: ${text}`)].join('\n  ');
  }
  // An unexpected error: the stack helps to find its cause.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
