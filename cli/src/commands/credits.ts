import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { parseCredits, parseId, parseText } from '../argument-parsers.js';
import { ACCOUNT, examples } from '../help.js';
import { csvOption, periodQuery, sinceOption, untilOption, type PeriodOptions } from '../list-options.js';
import { writeWithRetries, SAFE_TO_REPEAT, writeOnce } from '../write.js';
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
  /** Signed changes of the balance. */
  readonly included: number;
  readonly purchased: number;
  readonly reservationId: string | null;
  readonly reference: string | null;
}

interface GrantOptions {
  readonly purchased: number;
  readonly reference?: string;
}

/** Adds `prospect credits …`. */
export function addCreditsCommands(program: Command, context: Context): void {
  const credits = program
    .command('credits')
    .description('manage the credits of an account')
    .addHelpText('after', examples(`prospect credits show ${ACCOUNT}`, 'prospect credits audit'));

  credits
    .command('show')
    .description('show the balance')
    .argument('<id>', 'id of the account', parseId)
    .addHelpText('after', examples(`prospect credits show ${ACCOUNT}`))
    .action(async (id: string) => {
      const admin = await context.admin();
      context.output().record({ ...(await admin.get<Balance>(`/accounts/${id}/credits`)) });
    });

  credits
    .command('grant')
    .description('add purchased credits')
    .argument('<id>', 'id of the account', parseId)
    .requiredOption('--purchased <credits>', 'credits to add', parseCredits)
    .option(
      '--reference <reference>',
      'such as an invoice: each reference is granted once in the account; random if omitted',
      parseText,
    )
    .addHelpText('after', examples(`prospect credits grant ${ACCOUNT} --purchased 500 --reference 'invoice 2026-117'`))
    .action(async (id: string, { purchased, reference = randomUUID() }: GrantOptions) => {
      const admin = await context.admin();
      const advice = `Run it again with --reference ${reference}: the credits are then granted once.`;
      const balance = await writeWithRetries(advice, () =>
        admin.send<Balance>('POST', `/accounts/${id}/credits/grants`, { purchased, reference }),
      );
      context.output().record({ ...balance });
      context.output().note(`Granted under the reference ${reference}`);
    });

  credits
    .command('subscribe')
    .description('begin a credit subscription, or change its monthly allowance')
    .argument('<id>', 'id of the account', parseId)
    .requiredOption('--included <credits>', 'monthly allowance', parseCredits)
    .addHelpText('after', examples(`prospect credits subscribe ${ACCOUNT} --included 1000`))
    .action(async (id: string, { included }: { included: number }) => {
      const admin = await context.admin();
      const balance = await writeOnce(SAFE_TO_REPEAT, () =>
        admin.send<Balance>('POST', `/accounts/${id}/credits/subscription`, { included }),
      );
      context.output().record({ ...balance });
    });

  addLedger(credits, context);
  addAuditCommands(credits, context);
}

function addLedger(credits: Command, context: Context): void {
  credits
    .command('ledger')
    .description('list every change of the balance, newest last')
    .argument('<id>', 'id of the account', parseId)
    .addOption(sinceOption())
    .addOption(untilOption())
    .addOption(csvOption())
    .addHelpText(
      'after',
      examples(
        `prospect credits ledger ${ACCOUNT} --since 7d`,
        `prospect credits ledger ${ACCOUNT} --since 2026-01-01 --csv > ledger.csv`,
      ),
    )
    .action(async (id: string, period: PeriodOptions) => {
      const query = periodQuery(period, context.now());
      const entries = (await context.admin()).pages<Entry>(`/accounts/${id}/credits/ledger${query}`);
      const columns = ['at', 'kind', 'included', 'purchased', 'reservationId', 'reference'] as const;
      await context.output().pages(entries, columns);
    });
}
