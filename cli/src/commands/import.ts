import { DomainError } from '@prospecting/platform/errors';
import type { Command } from 'commander';
import {
  formatNames,
  importContacts,
  importOrganizations,
  importSwitchboards,
  RECORD_KINDS,
  type ImportOptions,
  type ImportResult,
  type RecordKind,
} from '@prospecting/directory/import';
import { findDirectory } from '../config.js';
import type { Context } from '../context.js';
import { CommandError, UsageError } from '../errors.js';
import { createProgressBar } from '../progress-bar.js';
import { readText } from '../values.js';

const IMPORTERS: Readonly<Record<RecordKind, (options: ImportOptions) => Promise<ImportResult>>> = {
  organizations: importOrganizations,
  contacts: importContacts,
  switchboards: importSwitchboards,
};

interface Options {
  readonly format: string;
  readonly rejects?: string;
}

/** `prospect import organizations|contacts|switchboards FILE`: straight into the database, whatever the file's size. */
export function addImportCommands(program: Command, context: Context): void {
  const all = program.command('import').description('import a file of records; running it again changes nothing');
  for (const kind of RECORD_KINDS) {
    all
      .command(kind)
      .description(`import ${kind}`)
      .argument('<file>', 'path, or - for standard input; .gz is unpacked', readText)
      .option('--format <format>', `one of ${formatNames(kind).join(', ')}`, 'canonical')
      .option('--rejects <file>', 'where to write what was refused: {line, reason, field} a line', readText)
      .action(async (file: string, options: Options) => {
        context.output().record({ ...(await importFile(context, kind, file, options)) });
      });
  }
}

async function importFile(context: Context, kind: RecordKind, file: string, options: Options): Promise<ImportResult> {
  const formats = formatNames(kind);
  if (!formats.includes(options.format)) {
    throw new UsageError(`${kind} are imported as ${formats.join(', ')}; there is no format '${options.format}'`);
  }
  const access = await findDirectory(context.env);
  const bar = createProgressBar(context.streams.stderr);
  try {
    return await IMPORTERS[kind]({
      ...access,
      input: file,
      format: options.format,
      ...(options.rejects !== undefined && { rejects: options.rejects }),
      onProgress: (progress) => bar.update(progress),
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'service_unavailable') throw error;
    throw new CommandError(`the database cannot take the import now (${error.internal ?? error.detail})`, {
      cause: error,
    });
  } finally {
    bar.end();
  }
}
