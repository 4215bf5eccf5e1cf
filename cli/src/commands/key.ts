import { BUCKET_NAMES } from '@prospecting/openapi/rate-buckets';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { collectLimit, parseId, parseOverlapSeconds, parseText, type Limits } from '../argument-parsers.js';
import { ACCOUNT, examples, KEY } from '../help.js';
import { csvOption } from '../list-options.js';
import { SAFE_TO_REPEAT, writeOnce } from '../write.js';
import { addKeyLogCommand } from './key-log.js';

interface KeyListing {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
  readonly limits: Limits;
}

/** A response that the command prints unchanged. */
type ResponseBody = Record<string, unknown>;

const SHOWN_ONCE = 'Store the key now: it is not shown again.';

/** Adds `prospect key …`. */
export function addKeyCommands(program: Command, context: Context): void {
  const key = program
    .command('key')
    .description('manage the API keys of an account')
    .addHelpText('after', examples(`prospect key create --account ${ACCOUNT} --name crm`, `prospect key log ${KEY}`));

  key
    .command('create')
    .description('create a key; it is shown only this time')
    .requiredOption('--account <id>', 'id of the account', parseId)
    .requiredOption('--name <name>', 'name of the key, such as the program that uses it', parseText)
    .option(
      '--limit <bucket=number>',
      `requests per minute in a bucket (${BUCKET_NAMES.join(', ')}); repeat the option for several`,
      collectLimit,
    )
    .addHelpText(
      'after',
      examples(
        `prospect key create --account ${ACCOUNT} --name crm`,
        `prospect key create --account ${ACCOUNT} --name nightly --limit overall=600`,
      ),
    )
    .action(async ({ account, name, limit }: { account: string; name: string; limit?: Limits }) => {
      const admin = await context.admin();
      const body = { name, ...(limit !== undefined && { limits: limit }) };
      const advice = `If it was, its secret is lost: find the key with key list --account ${account}, end it with key revoke, and create another.`;
      const created = await writeOnce(advice, () =>
        admin.send<ResponseBody>('POST', `/accounts/${account}/keys`, body),
      );
      context.output().record(created);
      context.output().note(SHOWN_ONCE);
    });

  key
    .command('list')
    .description('list the keys of an account; a rolled key has one row for each secret, newest first')
    .requiredOption('--account <id>', 'id of the account', parseId)
    .addOption(csvOption())
    .addHelpText('after', examples(`prospect key list --account ${ACCOUNT}`))
    .action(async ({ account }: { account: string }) => {
      const keys = (await context.admin()).pages<KeyListing>(`/accounts/${account}/keys`);
      await context.output().pages(keys, ['id', 'name', 'prefix', 'createdAt', 'revokedAt', 'expiresAt', 'limits']);
    });

  addRollAndRevoke(key, context);
  addKeyLogCommand(key, context);
}

function addRollAndRevoke(key: Command, context: Context): void {
  key
    .command('roll')
    .description('issue a new secret for a key; it is shown only this time')
    .argument('<keyid>', 'id of the key', parseId)
    .option('--overlap <duration>', 'how long the old secret still works: 0 to 7d', parseOverlapSeconds, 0)
    .addHelpText('after', examples(`prospect key roll ${KEY} --overlap 24h`))
    .action(async (id: string, { overlap }: { overlap: number }) => {
      const admin = await context.admin();
      const advice = 'If it was, the new secret is lost: roll the key again.';
      const rolled = await writeOnce(advice, () =>
        admin.send<ResponseBody>('POST', `/keys/${id}/roll`, { overlapSeconds: overlap }),
      );
      context.output().record(rolled);
      context.output().note(SHOWN_ONCE);
    });

  key
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<keyid>', 'id of the key', parseId)
    .addHelpText('after', examples(`prospect key revoke ${KEY}`))
    .action(async (id: string) => {
      const admin = await context.admin();
      context
        .output()
        .record(await writeOnce(SAFE_TO_REPEAT, () => admin.send<ResponseBody>('POST', `/keys/${id}/revoke`)));
    });
}
