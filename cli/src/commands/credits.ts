import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { readCredits, readId, readText } from '../values.js';
import { insist, SAFE_AGAIN, write } from '../write.js';
import { addAuditCommands } from './audit.js';

interface Balance {
  readonly included: number;
  readonly purchased: number;
  readonly total: number;
  readonly subscription: { readonly included: number; readonly renewsAt: string } | null;
}

interface Entry {
  readonly at: string;
  readonly kind: string;
  /** Signed changes. */
  readonly included: number;
  readonly purchased: number;
  readonly reservationId: string | null;
  readonly reference: string | null;
}

interface GrantOptions {
  readonly purchased: number;
  readonly reference?: string;
}

/** `prospect credits …` */
export function addCreditsCommands(program: Command, context: Context): void {
  const credits = program.command('credits').description('credits of an account');

  credits
    .command('show')
    .description('the balance')
    .argument('<id>', 'of the account', readId)
    .action(async (id: string) => {
      const admin = await context.admin();
      context.output().record({ ...(await admin.get<Balance>(`/accounts/${id}/credits`)) });
    });

  credits
    .command('grant')
    .description('add purchased credits')
    .argument('<id>', 'of the account', readId)
    .requiredOption('--purchased <credits>', 'how many', readCredits)
    .option('--reference <reference>', 'an invoice, an order: granted once in the account; drawn if left out', readText)
    .action(async (id: string, { purchased, reference = randomUUID() }: GrantOptions) => {
      const admin = await context.admin();
      const advice = `Ask again with --reference ${reference}: then it is granted once.`;
      const balance = await insist(advice, () =>
        admin.send<Balance>('POST', `/accounts/${id}/credits/grants`, { purchased, reference }),
      );
      context.output().record({ ...balance });
      context.output().note(`Granted under the reference ${reference}`);
    });

  credits
    .command('subscribe')
    .description('begin a credit subscription, or change its monthly allowance')
    .argument('<id>', 'of the account', readId)
    .requiredOption('--included <credits>', 'monthly allowance', readCredits)
    .action(async (id: string, { included }: { included: number }) => {
      const admin = await context.admin();
      const balance = await write(SAFE_AGAIN, () =>
        admin.send<Balance>('POST', `/accounts/${id}/credits/subscription`, { included }),
      );
      context.output().record({ ...balance });
    });

  credits
    .command('ledger')
    .description('every change of the balance, newest last')
    .argument('<id>', 'of the account', readId)
    .action(async (id: string) => {
      const entries = await (await context.admin()).list<Entry>(`/accounts/${id}/credits/ledger`);
      context.output().rows(entries, ['at', 'kind', 'included', 'purchased', 'reservationId', 'reference']);
    });

  addAuditCommands(credits, context);
}
