import { INFO_TYPES } from '@prospecting/openapi/vocabulary';
import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { parseCredits, parseText } from '../argument-parsers.js';
import { examples } from '../help.js';
import { csvOption } from '../list-options.js';
import { SAFE_TO_REPEAT, writeOnce } from '../write.js';

interface Price {
  readonly group: string;
  readonly subject: string;
  readonly infoType: string;
  readonly credits: number;
}

const SUBJECTS = ['contact', 'switchboard', 'organization'];

/** Adds `prospect price …`. */
export function addPriceCommands(program: Command, context: Context): void {
  const price = program
    .command('price')
    .description('manage the prices of reveals')
    .addHelpText('after', examples('prospect price list'));

  price
    .command('list')
    .description('list every price: the defaults and the prices that groups set')
    .addOption(csvOption())
    .addHelpText('after', examples('prospect price list', 'prospect price list --csv > prices.csv'))
    .action(async () => {
      const prices = (await context.admin()).pages<Price>('/prices');
      await context.output().pages(prices, ['group', 'subject', 'infoType', 'credits']);
    });

  price
    .command('set')
    .description('set a price of a group; the group "default" applies to every group without its own price')
    .requiredOption('--group <group>', 'price group', parseText)
    .addOption(new Option('--subject <subject>', 'kind of record').choices(SUBJECTS).makeOptionMandatory())
    .addOption(new Option('--info-type <type>', 'kind of information').choices(INFO_TYPES).makeOptionMandatory())
    .requiredOption('--credits <credits>', 'price of one reveal', parseCredits)
    .addHelpText(
      'after',
      examples('prospect price set --group partners --subject contact --info-type phone --credits 0.75'),
    )
    .action(async (body: Price) => {
      const admin = await context.admin();
      const changed = await writeOnce(SAFE_TO_REPEAT, () => admin.send<Price>('PUT', '/prices', body));
      context.output().record({ ...changed });
    });
}
