import { InvalidArgumentError, type Command } from 'commander';
import type { ImportResult, RecordKind } from '@prospecting/directory/import';
import { findDirectory } from '../config.js';
import type { Context } from '../context.js';
import { completeOnUse } from '../deferred.js';
import { CommandError, UsageError } from '../errors.js';
import { examples } from '../help.js';
import { parseText } from '../argument-parsers.js';

/** On demand: it loads the parsers of every format, for which no other command should wait. */
const loadImport = () => import('@prospecting/directory/import');

/** Each kind of record, with an example of its import. */
const EXAMPLES: Readonly<Record<RecordKind, readonly string[]>> = {
  organizations: [
    'prospect import organizations enheter.json.gz --format brreg-json --rejects rejects.jsonl',
    '# from standard input',
    'zcat organizations.jsonl.gz | prospect import organizations -',
  ],
  contacts: ['prospect import contacts contacts.jsonl.gz --rejects rejects.jsonl'],
  switchboards: ['prospect import switchboards switchboards.jsonl.gz'],
};
const RECORD_KINDS = Object.keys(EXAMPLES) as RecordKind[];

interface Options {
  readonly format: string;
  readonly rejects?: string;
  readonly full?: true;
  readonly allowDeletions?: number;
}

/**
 * Adds `prospect import organizations|contacts|switchboards FILE`. It writes directly to the
 * database, and a file may have any size.
 */
export function addImportCommands(program: Command, context: Context): void {
  const command = program
    .command('import')
    .description('import a file of records; importing it again changes nothing')
    .addHelpText('after', examples('prospect import contacts contacts.jsonl.gz --rejects rejects.jsonl'));
  for (const kind of RECORD_KINDS) {
    const subcommand = command
      .command(kind)
      .description(`import ${kind}`)
      .argument('<file>', 'path, https:// URL, or - for standard input; a .gz or .zip file is unpacked', parseText)
      .option('--format <format>', 'one of the formats below', 'canonical')
      .option('--rejects <file>', 'file for rejected records: one {line, reason, field} on each line', parseText)
      .addHelpText('after', examples(...EXAMPLES[kind]));
    if (kind === 'organizations') {
      subcommand
        .option('--full', 'the file is a complete one of its register: remove what it does not have')
        .option('--allow-deletions <percent>', 'largest share that --full may remove (default: 5)', parsePercent);
    }
    subcommand.action(async (file: string, options: Options) => {
      context.output().record({ ...(await importFile(context, kind, file, options)) });
    });
  }
  completeOnUse(command, () => addFormats(command));
}

/** Reads `5`, `5%` or `12.5%`. */
function parsePercent(text: string): number {
  const [, number] = /^([0-9]{1,3}(?:\.[0-9]+)?)\s*%?$/.exec(text.trim()) ?? [];
  if (number === undefined || Number(number) > 100)
    throw new InvalidArgumentError('expected a percentage from 0 to 100');
  return Number(number);
}

/** Names the formats that have records of each kind, in the help and for completion. */
async function addFormats(group: Command): Promise<void> {
  const { formatsFor } = await loadImport();
  for (const command of group.commands) {
    const formats = formatsFor(command.name() as RecordKind);
    const option = command.options.find(({ long }) => long === '--format');
    if (option === undefined || option.argChoices !== undefined) continue;
    option.argChoices = formats.map(({ name }) => name);
    command.addHelpText('after', formatHelp(formats));
  }
}

function formatHelp(formats: readonly { readonly name: string; readonly description: string }[]): string {
  const width = Math.max(...formats.map(({ name }) => name.length));
  const lines = formats.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
  return `\nFormats:\n${lines.join('\n')}`;
}

async function importFile(context: Context, kind: RecordKind, file: string, options: Options): Promise<ImportResult> {
  const { formatsFor, importContacts, importOrganizations, importSwitchboards } = await loadImport();
  const { createProgressBar } = await import('../progress-bar.js');
  const importers = {
    organizations: importOrganizations,
    contacts: importContacts,
    switchboards: importSwitchboards,
  };
  const formats = formatsFor(kind).map(({ name }) => name);
  const format = formats.find((name) => name === options.format);
  if (format === undefined) {
    throw new UsageError(`there is no format '${options.format}' for ${kind}; use one of: ${formats.join(', ')}`);
  }
  const access = await findDirectory(context.env);
  const bar = createProgressBar(context.streams.stderr);
  try {
    return await importers[kind]({
      ...access,
      input: file,
      format,
      ...(options.rejects !== undefined && { rejects: options.rejects }),
      ...(options.full === true && { full: true }),
      ...(options.allowDeletions !== undefined && { allowDeletionsPercent: options.allowDeletions }),
      onProgress: (progress) => bar.update(progress),
    });
  } catch (error) {
    const { DomainError } = await import('@prospecting/platform/errors');
    if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
    throw new CommandError(
      `the database is not available for the import (${error.internal ?? error.detail}); run it again later`,
      {
        cause: error,
      },
    );
  } finally {
    bar.end();
  }
}
