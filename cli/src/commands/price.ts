import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { readCredits, readText } from '../values.js';
import { SAFE_AGAIN, write } from '../write.js';

interface Price {
  readonly group: string;
  readonly subject: string;
  readonly infoType: string;
  readonly credits: number;
}

const SUBJECTS = ['contact', 'switchboard', 'organization'];
const INFO_TYPES = ['email', 'phone', 'linkedIn', 'details'];

/** `prospect price …` */
export function addPriceCommands(program: Command, context: Context): void {
  const price = program.command('price').description('prices of reveals');

  price
    .command('list')
    .description('every price: the defaults, and what groups set of their own')
    .action(async () => {
      const prices = await (await context.admin()).list<Price>('/prices');
      context.output().rows(prices, ['group', 'subject', 'infoType', 'credits']);
    });

  price
    .command('set')
    .description('set the price of a group; the group "default" is everyone else’s')
    .requiredOption('--group <group>', 'price group', readText)
    .addOption(new Option('--subject <subject>', 'what is revealed of').choices(SUBJECTS).makeOptionMandatory())
    .addOption(new Option('--info-type <type>', 'what is revealed').choices(INFO_TYPES).makeOptionMandatory())
    .requiredOption('--credits <credits>', 'price of one', readCredits)
    .action(async (body: Price) => {
      const admin = await context.admin();
      const changed = await write(SAFE_AGAIN, () => admin.send<Price>('PUT', '/prices', body));
      context.output().record({ ...changed });
    });
}
