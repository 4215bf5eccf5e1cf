import type { Command } from 'commander';
import type { MigrationConfig, Note } from '@prospecting/database';
import type { Context } from '../context.js';
import { CommandError, UsageError } from '../errors.js';
import { examples } from '../help.js';
import { csvOption } from '../list-options.js';

/** On demand: it loads every service's schema, for which no other command should wait. */
const loadDatabase = () => import('@prospecting/database');

const MIGRATE_HELP = `
Creates missing roles and schemas, sets passwords and applies pending migrations. Running it again
changes nothing, several runs wait for each other, and services may run meanwhile.

MIGRATION_DATABASE_URL           an administrator (need not be a superuser), or the schemas' owner
MIGRATION_<SCHEMA>_DATABASE_URL  for a schema with a server or an owner of its own: DIRECTORY,
                                 REVEAL, CREDITS, ACCOUNTS, EDGE
MIGRATION_WAIT_SECONDS           how long to wait for a database (default: 120)
ROLE_PASSWORD_<ROLE>             the password of a role, such as ROLE_PASSWORD_PROSPECT_SEARCH

Each may be given as <NAME>_FILE, the path of a file with the value.`;

/** Adds `prospect database migrate`, `status` and `roles`. */
export function addDatabaseCommands(program: Command, context: Context): void {
  const database = program
    .command('database')
    .description('prepare and migrate the databases')
    .addHelpText('after', examples('prospect database migrate', 'prospect database status'));
  database
    .command('migrate')
    .description('create roles and schemas, and apply pending migrations')
    .addHelpText('after', examples('MIGRATION_DATABASE_URL_FILE=/run/secrets/database-url prospect database migrate'))
    .addHelpText('after', MIGRATE_HELP)
    .action(() => migrate(context));
  database
    .command('status')
    .description('list applied, pending and unknown migrations; exits with 1 while any is pending')
    .addHelpText('after', examples('prospect database status', 'prospect database status --json'))
    .addOption(csvOption())
    .action(() => status(context));
  database
    .command('roles')
    .description('print the SQL that creates the roles and schemas, for an administrator to run')
    .addHelpText('after', examples('prospect database roles > roles.sql'))
    .action(async () => {
      const sql = (await loadDatabase()).roleStatements();
      if (context.wantsJson()) context.output().record({ sql });
      else context.streams.stdout.write(sql);
    });
}

async function migrate(context: Context): Promise<void> {
  const { migrateDatabases } = await loadDatabase();
  const config = await configOf(context);
  const results = await inWords(() => migrateDatabases(config, noteOf(context)));
  context.output().rows(results, ['schema', 'applied', 'unknown']);
}

async function status(context: Context): Promise<void> {
  const { readDatabases } = await loadDatabase();
  const config = await configOf(context);
  const statuses = await inWords(() => readDatabases(config, noteOf(context)));
  if (context.format() !== 'table') context.output().rows(statuses, ['schema', 'applied', 'pending', 'unknown']);
  else {
    const rows = statuses.map((each) => ({ ...each, applied: each.applied.length }));
    context.output().rows(rows, ['schema', 'applied', 'pending', 'unknown']);
  }
  const pending = statuses.reduce((sum, each) => sum + each.pending.length, 0);
  if (pending > 0) throw new CommandError(`${pending} migrations are pending: run prospect database migrate`);
}

async function configOf({ env }: Context): Promise<MigrationConfig> {
  const [{ readMigrationConfig }, { ConfigError }] = await Promise.all([
    loadDatabase(),
    import('@prospecting/platform/config'),
  ]);
  try {
    return readMigrationConfig(env);
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message) : error;
  }
}

/** Notes go to standard error with --json too: they are the log of a job that waits. */
function noteOf({ streams }: Context): Note {
  return (sentence) => void streams.stderr.write(`prospect: ${sentence}\n`);
}

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  const { DatabaseProblem } = await loadDatabase();
  try {
    return await work();
  } catch (error) {
    throw error instanceof DatabaseProblem ? new CommandError(error.message, { cause: error }) : error;
  }
}
