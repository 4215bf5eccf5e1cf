import type { Command } from 'commander';
import type { Context } from '../context.js';
import { examples } from '../help.js';
import { parseCount, parseText } from '../argument-parsers.js';

interface Options {
  readonly organizations: number;
  readonly contactsPer: number;
  readonly seed: number;
  readonly out: string;
}

/** Adds `prospect generate`: it writes files of invented records, the same for the same seed. */
export function addGenerateCommand(program: Command, context: Context): void {
  program
    .command('generate')
    .description('write files of invented organizations, contacts and switchboards')
    .requiredOption('--organizations <number>', 'number of organizations', parseCount)
    .option('--contacts-per <number>', 'average number of contacts of an organization', parseCount, 3)
    .option('--seed <number>', 'random seed: the same seed writes the same files', parseCount, 1)
    .option('--out <directory>', 'output directory', parseText, 'generated')
    .addHelpText('after', examples('prospect generate --organizations 10000 --contacts-per 5 --out generated'))
    .action(async (options: Options) => {
      const { organizations, contactsPer, seed, out } = options;
      const { writeGenerated } = await import('@prospecting/directory/generate');
      const { written, ...files } = await writeGenerated({ organizations, contactsPer, seed, directory: out });
      context.output().record({ ...written, files });
    });
}
