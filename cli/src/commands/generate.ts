import { writeGenerated } from '@prospecting/directory/generate';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { readCount, readText } from '../values.js';

interface Options {
  readonly organizations: number;
  readonly contactsPer: number;
  readonly seed: number;
  readonly out: string;
}

/** `prospect generate`: files of invented records to import, the same for the same seed. */
export function addGenerateCommand(program: Command, context: Context): void {
  program
    .command('generate')
    .description('write files of invented organizations, contacts and switchboards')
    .requiredOption('--organizations <number>', 'how many organizations', readCount)
    .option('--contacts-per <number>', 'contacts of an organization, on average', readCount, 3)
    .option('--seed <number>', 'the same seed writes the same files', readCount, 1)
    .option('--out <directory>', 'where the files go', readText, 'generated')
    .action(async (options: Options) => {
      const { organizations, contactsPer, seed, out } = options;
      const { written, ...files } = await writeGenerated({ organizations, contactsPer, seed, directory: out });
      context.output().record({ ...written, files });
    });
}
