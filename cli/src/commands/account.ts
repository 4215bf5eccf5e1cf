import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { UsageError } from '../errors.js';
import { gather, readCredits, readId, readText } from '../values.js';
import { insist, SAFE_AGAIN, write } from '../write.js';

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
  /** commander's reading of --no-subscription. */
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

/** `prospect account …` */
export function addAccountCommands(program: Command, context: Context): void {
  const account = program.command('account').description('accounts of customers');

  account
    .command('create')
    .description('make an account')
    .requiredOption('--name <name>', 'its name', readText)
    .option('--included <credits>', 'monthly allowance of its credit subscription', readCredits)
    .option('--purchased <credits>', 'purchased credits to begin with', readCredits)
    .option('--no-subscription', 'without a credit subscription')
    .option('--price-group <group>', 'prices of this group instead of the default', readText)
    .option('--target-role <role>', 'target contact role; repeat for several', gather)
    .option('--api-disabled', 'API access off')
    .option('--id <id>', 'of an earlier call that was not answered: then both make one account', readId)
    .action(async (options: CreateOptions) => {
      const { id = randomUUID() } = options;
      const body = { id, ...newAccount(options) };
      const admin = await context.admin();
      const advice = `Ask again with --id ${id}: then there is one account, with its credits once.`;
      const created = await insist(advice, () => admin.send<Account>('POST', '/accounts', body));
      context.output().record({ ...created });
    });

  account
    .command('list')
    .description('all accounts, oldest first')
    .action(async () => {
      const accounts = await (await context.admin()).list<Account>('/accounts');
      context.output().rows(accounts, ['id', 'name', 'apiEnabled', 'targetRoles', 'priceGroup', 'createdAt']);
    });

  account
    .command('show')
    .description('one account')
    .argument('<id>', 'of the account', readId)
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
    .argument('<id>', 'of the account', readId)
    .option('--name <name>', 'its name', readText)
    .option('--api-enabled', 'API access on')
    .option('--api-disabled', 'API access off')
    .option('--price-group <group>', 'prices of this group', readText)
    .option('--target-role <role>', 'the new target contact roles; repeat for several', gather)
    .option('--clear-target-roles', 'every contact is a target')
    .action(async (id: string, options: UpdateOptions) => {
      const changes = accountChanges(options);
      const admin = await context.admin();
      const changed = await write(SAFE_AGAIN, () => admin.send<Account>('PATCH', `/accounts/${id}`, changes));
      context.output().record({ ...changed });
    });
}

function addOwnEmail(account: Command, context: Context): void {
  account
    .command('own-email')
    .description('list e-mail addresses as the account’s own, so that it may look them up')
    .argument('<id>', 'of the account', readId)
    .argument('<email...>', 'addresses')
    .action(async (id: string, emails: string[]) => {
      const admin = await context.admin();
      const owned = await write(SAFE_AGAIN, () =>
        admin.send<Record<string, unknown>>('POST', `/accounts/${id}/owned-emails`, { emails }),
      );
      context.output().record(owned);
    });
}

function newAccount(options: CreateOptions): object {
  const { included, purchased } = options;
  if (!options.subscription && (included !== undefined || purchased !== undefined)) {
    throw new UsageError('--no-subscription goes without --included and --purchased');
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
  refuseContradictions(options);
  const changes = {
    ...(options.name !== undefined && { name: options.name }),
    ...((options.apiEnabled ?? options.apiDisabled) && { apiEnabled: options.apiEnabled === true }),
    ...(options.priceGroup !== undefined && { priceGroup: options.priceGroup }),
    ...((options.targetRole ?? options.clearTargetRoles) && { targetRoles: options.targetRole ?? [] }),
  };
  if (Object.keys(changes).length === 0) throw new UsageError('nothing to change: name at least one option');
  return changes;
}

function refuseContradictions(options: UpdateOptions): void {
  if (options.apiEnabled && options.apiDisabled) {
    throw new UsageError('--api-enabled and --api-disabled exclude each other');
  }
  if (options.targetRole && options.clearTargetRoles) {
    throw new UsageError('--target-role and --clear-target-roles exclude each other');
  }
}
