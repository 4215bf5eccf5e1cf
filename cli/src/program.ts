import { Command } from 'commander';
import { createAdminClient } from './admin-client.js';
import { addAccountCommands } from './commands/account.js';
import { addCertificatesCommands } from './commands/certificates.js';
import { addCreditsCommands } from './commands/credits.js';
import { addDatabaseCommands } from './commands/database.js';
import { addGenerateCommand } from './commands/generate.js';
import { addImportCommands } from './commands/import.js';
import { addKeyCommands } from './commands/key.js';
import { addPriceCommands } from './commands/price.js';
import { findAdmin, type Environment } from './config.js';
import type { Context } from './context.js';
import { createOutput, type Streams } from './output.js';

const ENVIRONMENT_HELP = `
prospect talks to the service at PROSPECT_ADMIN_URL, with PROSPECT_ADMIN_TOKEN. If these are not set, it
talks to the service that npm start runs with the data directory PROSPECT_DATA_DIR (default: .data).
In the same way, import uses PROSPECT_DATABASE_URL and PROSPECT_IDENTITY_KEY.
Each variable may name a file with its value instead: PROSPECT_ADMIN_TOKEN_FILE=/run/secrets/token.

Exit codes: 0 done, 1 failed, 2 wrong usage, 141 the reader closed standard output before the end.`;

/** Creates the command. It parses, reads and connects to nothing yet. */
export function createProgram(env: Environment, streams: Streams): Command {
  const program = new Command('prospect')
    .description('Operates the prospecting data service.')
    .option('--json', 'print one JSON value on standard output')
    .addHelpText('after', ENVIRONMENT_HELP)
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeOut: (text) => streams.stdout.write(text), writeErr: (text) => streams.stderr.write(text) })
    .showHelpAfterError('(see --help)')
    .exitOverride();
  const wantsJson = (): boolean => program.opts<{ json?: true }>().json === true;
  const context: Context = {
    env,
    streams,
    admin: async () => createAdminClient(await findAdmin(env)),
    wantsJson,
    output: () => createOutput(streams, wantsJson()),
  };
  addAccountCommands(program, context);
  addCreditsCommands(program, context);
  addKeyCommands(program, context);
  addPriceCommands(program, context);
  addImportCommands(program, context);
  addGenerateCommand(program, context);
  addDatabaseCommands(program, context);
  addCertificatesCommands(program, context);
  return program;
}
