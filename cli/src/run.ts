import { CommanderError, type Command } from 'commander';
import type { Environment } from './config.js';
import { CommandError, UsageError } from './errors.js';
import { helpHint } from './help.js';
import type { Streams } from './output.js';
import { createProgram, type Surroundings } from './program.js';

const FAILED = 1;
const WRONG_USAGE = 2;

/**
 * Runs the command with the given arguments, which exclude node and the script. Prints failures to
 * standard error.
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage
 */
export async function run(
  argv: readonly string[],
  env: Environment,
  streams: Streams,
  options: Pick<Surroundings, 'now'> = {},
): Promise<number> {
  const program = createProgram({ ...options, env, streams });
  let running: Command = program;
  program.hook('preAction', (_program, command) => {
    running = command;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has printed the error or the help.
      return error.exitCode === 0 ? 0 : WRONG_USAGE;
    }
    const isWrongUsage = error instanceof UsageError;
    const hint = isWrongUsage ? `\n${helpHint(running)}` : '';
    streams.stderr.write(`prospect: ${await formatError(error)}${hint}\n`);
    return isWrongUsage ? WRONG_USAGE : FAILED;
  }
}

async function formatError(error: unknown): Promise<string> {
  if (error instanceof CommandError) return error.message;
  // Loaded on demand: most calls do not fail.
  const { DomainError } = await import('@prospecting/platform/errors');
  if (error instanceof DomainError) {
    const fields = Object.entries(error.members.errors ?? {})
      .map(([name, messages]) => ({ name, text: messages.join(' ') }))
      .filter(({ text }) => !error.detail.includes(text));
    return [error.detail, ...fields.map(({ name, text }) => `${name}: ${text}`)].join('\n  ');
  }
  // An unexpected error: the stack helps to find its cause.
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
