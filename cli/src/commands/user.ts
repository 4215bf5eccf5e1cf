import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { parseId, parseText } from '../argument-parsers.js';
import { CommandError } from '../errors.js';
import { ACCOUNT, examples } from '../help.js';
import { csvOption } from '../list-options.js';
import { SAFE_TO_REPEAT, writeOnce } from '../write.js';

interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly accountId: string | null;
  readonly createdAt: string;
  readonly disabledAt: string | null;
}

interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly account?: string;
}

const COLUMNS = ['id', 'email', 'name', 'role', 'accountId', 'disabledAt'] as const;
const IF_LOST = 'List the users before you repeat it: prospect user list.';

/** Adds `prospect user …`. */
export function addUserCommands(program: Command, context: Context): void {
  const user = program
    .command('user')
    .description('manage who may sign in to the console')
    .addHelpText('after', examples('prospect user list'));

  user
    .command('add')
    .description('invite a person: by OIDC with this verified address, or by `prospect console link`')
    .requiredOption('--email <email>', 'e-mail address', parseText)
    .requiredOption('--name <name>', 'name, which the trail of changes shows', parseText)
    .addOption(
      new Option('--role <role>', 'operator: every account; admin: the account of --account')
        .choices(['operator', 'admin'])
        .makeOptionMandatory(),
    )
    .option('--account <id>', 'account of an admin', parseId)
    .addHelpText(
      'after',
      examples(
        'prospect user add --email anna@example.com --name Anna --role operator',
        `prospect user add --email bo@example.com --name Bo --role admin --account ${ACCOUNT}`,
      ),
    )
    .action(async ({ account, ...body }: NewUser) => {
      if ((body.role === 'admin') !== (account !== undefined))
        throw new CommandError('An admin needs --account ID, and an operator has none.');
      const admin = await context.admin();
      const accountId = account === undefined ? {} : { accountId: account };
      const added = await writeOnce(IF_LOST, () =>
        admin.send<User>('POST', '/console/users', { ...body, ...accountId }),
      );
      context.output().record({ ...added });
    });

  user
    .command('list')
    .description('list everybody who may sign in, and who may not any more')
    .addOption(csvOption())
    .addHelpText('after', examples('prospect user list', 'prospect user list --csv > users.csv'))
    .action(async () => {
      const users = await (await context.admin()).list<User>('/console/users');
      context.output().rows(users, [...COLUMNS]);
    });

  user
    .command('disable')
    .description('end a user: signed out everywhere at once, and no sign-in any more')
    .argument('<id>', 'user', parseId)
    .addHelpText('after', examples('prospect user disable 0198c0de-5a5a-7000-8000-0123456789ab'))
    .action(async (id: string) => {
      const admin = await context.admin();
      const disabled = await writeOnce(SAFE_TO_REPEAT, () => admin.send<User>('POST', `/console/users/${id}/disable`));
      context.output().record({ ...disabled });
    });
}
