import { DomainError } from '@prospecting/platform/errors';
import type { Command } from 'commander';
import {
  formatsFor,
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
import { parseText } from '../argument-parsers.js';

const IMPORTERS: Readonly<Record<RecordKind, (options: ImportOptions) => Promise<ImportResult>>> = {
  organizations: importOrganizations,
  contacts: importContacts,
  switchboards: importSwitchboards,
};

interface Options {
  readonly format: string;
  readonly rejects?: string;
}

/**
 * Adds `prospect import organizations|contacts|switchboards FILE`. It writes directly to the
 * database, and a file may have any size.
 */
export function addImportCommands(program: Command, context: Context): void {
  const command = program.command('import').description('import a file of records; importing it again changes nothing');
  for (const kind of RECORD_KINDS) {
    command
      .command(kind)
      .description(`import ${kind}`)
      .argument('<file>', 'path, https:// URL, or - for standard input; a .gz file is unpacked', parseText)
      .option('--format <format>', 'one of the formats below', 'canonical')
      .option('--rejects <file>', 'file for rejected records: one {line, reason, field} on each line', parseText)
      .addHelpText('after', formatHelp(kind))
      .action(async (file: string, options: Options) => {
        context.output().record({ ...(await importFile(context, kind, file, options)) });
      });
  }
}

/** Lists the formats that have records of this kind. */
function formatHelp(kind: RecordKind): string {
  const formats = formatsFor(kind);
  const width = Math.max(...formats.map(({ name }) => name.length));
  const lines = formats.map(({ name, description }) => `  ${name.padEnd(width)}  ${description}`);
  return `\nFormats:\n${lines.join('\n')}`;
}

async function importFile(context: Context, kind: RecordKind, file: string, options: Options): Promise<ImportResult> {
  const formats = formatsFor(kind).map(({ name }) => name);
  const format = formats.find((name) => name === options.format);
  if (format === undefined) {
    throw new UsageError(`there is no format '${options.format}' for ${kind}; use one of: ${formats.join(', ')}`);
  }
  const access = await findDirectory(context.env);
  const bar = createProgressBar(context.streams.stderr);
  try {
    return await IMPORTERS[kind]({
      ...access,
      input: file,
      format,
      ...(options.rejects !== undefined && { rejects: options.rejects }),
      onProgress: (progress) => bar.update(progress),
    });
  } catch (error) {
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
