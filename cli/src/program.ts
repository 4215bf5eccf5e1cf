import { Command } from 'commander';
import { COMMANDS } from './commands/index.js';
import { findAdmin, type Environment } from './config.js';
import type { Context } from './context.js';
import { UsageError } from './errors.js';
import { ACCOUNT, examples, pointToHelp } from './help.js';
import { createOutput, type OutputFormat, type Streams } from './output.js';

const EXAMPLES = examples(
  'prospect doctor',
  "prospect account create --name 'Fjordfisk AS' --included 1000",
  `prospect key create --account ${ACCOUNT} --name crm`,
  '# the options and examples of one command',
  'prospect key log --help',
);

const ENVIRONMENT_HELP = `
prospect talks to the service at PROSPECT_ADMIN_URL, with PROSPECT_ADMIN_TOKEN. If these are not set, it
talks to the service that npm start runs with the data directory PROSPECT_DATA_DIR (default: .data).
In the same way, import uses PROSPECT_DATABASE_URL and PROSPECT_IDENTITY_KEY.
Each variable may name a file with its value instead: PROSPECT_ADMIN_TOKEN_FILE=/run/secrets/token.

Exit codes: 0 done, 1 failed, 2 wrong usage, 141 the reader closed standard output before the end.`;

/** What the command takes from outside, beside its arguments. */
export interface Surroundings {
  readonly env: Environment;
  readonly streams: Streams;
  /** Default: the system's clock. */
  readonly now?: () => Date;
}

/** Creates the command. It parses, reads and connects to nothing yet. */
export function createProgram({ env, streams, now = () => new Date() }: Surroundings): Command {
  const program = new Command('prospect')
    .description('Operates the prospecting data service.')
    .option('--json', 'print one JSON value on standard output')
    .addHelpText('after', EXAMPLES)
    .addHelpText('after', ENVIRONMENT_HELP)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => streams.stdout.write(text), writeErr: (text) => streams.stderr.write(text) })
    .exitOverride();
  let running: Command = program;
  program.hook('preAction', (_program, command) => {
    running = command;
    if (command.opts<{ csv?: true }>().csv === true && wantsJson())
      throw new UsageError('--json and --csv exclude each other');
  });
  const wantsJson = (): boolean => program.opts<{ json?: true }>().json === true;
  const format = (): OutputFormat =>
    wantsJson() ? 'json' : running.opts<{ csv?: true }>().csv === true ? 'csv' : 'table';
  const context: Context = {
    env,
    streams,
    now,
    interruption: onInterruption,
    async admin() {
      const { createAdminClient } = await import('./admin-client.js');
      return createAdminClient(await findAdmin(env));
    },
    wantsJson,
    format,
    output: () => createOutput(streams, format()),
  };
  for (const add of COMMANDS) add(program, context);
  pointToHelp(program);
  return program;
}

/** A second Ctrl-C ends the process as usual. */
function onInterruption(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  return controller.signal;
}
