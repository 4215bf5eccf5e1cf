import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { UsageError } from '../errors.js';
import { collect, parseCredits, parseId, parseText } from '../argument-parsers.js';
import { ACCOUNT, examples } from '../help.js';
import { csvOption } from '../list-options.js';
import { writeWithRetries, SAFE_TO_REPEAT, writeOnce } from '../write.js';

interface Account {
  readonly id: string;
  readonly name: string;
  readonly apiEnabled: boolean;
  readonly targetRoles: readonly string[];
  readonly priceGroup: string;
  readonly createdAt: string;
}

interface CreateOptions {
  readonly name: string;
  readonly included?: number;
  readonly purchased?: number;
  /** False with --no-subscription, by commander's convention. */
  readonly subscription: boolean;
  readonly priceGroup?: string;
  readonly targetRole?: readonly string[];
  readonly apiDisabled?: true;
  readonly id?: string;
}

interface UpdateOptions {
  readonly name?: string;
  readonly apiEnabled?: true;
  readonly apiDisabled?: true;
  readonly priceGroup?: string;
  readonly targetRole?: readonly string[];
  readonly clearTargetRoles?: true;
}

/** Adds `prospect account …`. */
export function addAccountCommands(program: Command, context: Context): void {
  const account = program
    .command('account')
    .description('manage customer accounts')
    .addHelpText(
      'after',
      examples("prospect account create --name 'Fjordfisk AS'", `prospect account show ${ACCOUNT}`),
    );

  account
    .command('create')
    .description('create an account')
    .requiredOption('--name <name>', 'name of the account', parseText)
    .option('--included <credits>', 'monthly credit allowance', parseCredits)
    .option('--purchased <credits>', 'purchased credits to start with', parseCredits)
    .option('--no-subscription', 'create the account without a credit subscription')
    .option('--price-group <group>', 'price group; the default group if omitted', parseText)
    .option('--target-role <role>', 'target contact role; repeat the option for several', collect)
    .option('--api-disabled', 'turn API access off')
    .option('--id <id>', 'id of an earlier call that got no response: both calls then create one account', parseId)
    .addHelpText(
      'after',
      examples(
        "prospect account create --name 'Fjordfisk AS' --included 1000",
        "prospect account create --name 'Fjordfisk AS' --purchased 500 --price-group partners --target-role ceo",
        "prospect account create --name 'Fjordfisk AS' --no-subscription --api-disabled",
      ),
    )
    .action(async (options: CreateOptions) => {
      const { id = randomUUID() } = options;
      const body = { id, ...newAccount(options) };
      const admin = await context.admin();
      const advice = `Run it again with --id ${id}: both calls then create one account and grant its credits once.`;
      const created = await writeWithRetries(advice, () => admin.send<Account>('POST', '/accounts', body));
      context.output().record({ ...created });
    });

  account
    .command('list')
    .description('list all accounts, oldest first')
    .addOption(csvOption())
    .addHelpText('after', examples('prospect account list', 'prospect account list --csv > accounts.csv'))
    .action(async () => {
      const accounts = (await context.admin()).pages<Account>('/accounts');
      await context.output().pages(accounts, ['id', 'name', 'apiEnabled', 'targetRoles', 'priceGroup', 'createdAt']);
    });

  account
    .command('show')
    .description('show one account')
    .argument('<id>', 'id of the account', parseId)
    .addHelpText('after', examples(`prospect account show ${ACCOUNT}`))
    .action(async (id: string) => {
      const admin = await context.admin();
      context.output().record({ ...(await admin.get<Account>(`/accounts/${id}`)) });
    });

  addUpdate(account, context);
  addOwnEmail(account, context);
}

function addUpdate(account: Command, context: Context): void {
  account
    .command('update')
    .description('change an account')
    .argument('<id>', 'id of the account', parseId)
    .option('--name <name>', 'new name', parseText)
    .option('--api-enabled', 'turn API access on')
    .option('--api-disabled', 'turn API access off')
    .option('--price-group <group>', 'new price group', parseText)
    .option('--target-role <role>', 'new target contact role, replacing the old ones; repeat for several', collect)
    .option('--clear-target-roles', 'remove all target contact roles: every contact is a target')
    .addHelpText(
      'after',
      examples(
        `prospect account update ${ACCOUNT} --target-role ceo --target-role cfo`,
        `prospect account update ${ACCOUNT} --api-disabled`,
      ),
    )
    .action(async (id: string, options: UpdateOptions) => {
      const changes = accountChanges(options);
      const admin = await context.admin();
      const changed = await writeOnce(SAFE_TO_REPEAT, () => admin.send<Account>('PATCH', `/accounts/${id}`, changes));
      context.output().record({ ...changed });
    });
}

function addOwnEmail(account: Command, context: Context): void {
  account
    .command('own-email')
    .description('add e-mail addresses that the account owns and may look up')
    .argument('<id>', 'id of the account', parseId)
    .argument('<email...>', 'e-mail addresses')
    .addHelpText('after', examples(`prospect account own-email ${ACCOUNT} sales@example.com info@example.com`))
    .action(async (id: string, emails: string[]) => {
      const admin = await context.admin();
      const owned = await writeOnce(SAFE_TO_REPEAT, () =>
        admin.send<Record<string, unknown>>('POST', `/accounts/${id}/owned-emails`, { emails }),
      );
      context.output().record(owned);
    });
}

function newAccount(options: CreateOptions): object {
  const { included, purchased } = options;
  if (!options.subscription && (included !== undefined || purchased !== undefined)) {
    throw new UsageError('--no-subscription excludes --included and --purchased');
  }
  return {
    name: options.name,
    ...(options.apiDisabled && { apiEnabled: false }),
    ...(options.targetRole && { targetRoles: options.targetRole }),
    ...(options.priceGroup !== undefined && { priceGroup: options.priceGroup }),
    credits: options.subscription
      ? { ...(included !== undefined && { included }), ...(purchased !== undefined && { purchased }) }
      : null,
  };
}

function accountChanges(options: UpdateOptions): object {
  assertNoContradictions(options);
  const changes = {
    ...(options.name !== undefined && { name: options.name }),
    ...((options.apiEnabled ?? options.apiDisabled) && { apiEnabled: options.apiEnabled === true }),
    ...(options.priceGroup !== undefined && { priceGroup: options.priceGroup }),
    ...((options.targetRole ?? options.clearTargetRoles) && { targetRoles: options.targetRole ?? [] }),
  };
  if (Object.keys(changes).length === 0) throw new UsageError('nothing to change: give at least one option');
  return changes;
}

function assertNoContradictions(options: UpdateOptions): void {
  if (options.apiEnabled && options.apiDisabled) {
    throw new UsageError('--api-enabled and --api-disabled exclude each other');
  }
  if (options.targetRole && options.clearTargetRoles) {
    throw new UsageError('--target-role and --clear-target-roles exclude each other');
  }
}
