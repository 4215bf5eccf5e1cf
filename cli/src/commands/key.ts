import { BUCKET_NAMES } from '@prospecting/openapi/rate-buckets';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { collectLimit, parseId, parseOverlapSeconds, parseText, parseTime, type Limits } from '../argument-parsers.js';
import { SAFE_TO_REPEAT, writeOnce } from '../write.js';

interface KeyListing {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
  readonly limits: Limits;
}

interface LogEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  readonly credits: number | null;
}

/** A response that the command prints unchanged. */
type ResponseBody = Record<string, unknown>;

const SHOWN_ONCE = 'Store the key now: it is not shown again.';

/** Adds `prospect key …`. */
export function addKeyCommands(program: Command, context: Context): void {
  const key = program.command('key').description('manage the API keys of an account');

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
    .action(async ({ account }: { account: string }) => {
      const keys = await (await context.admin()).list<KeyListing>(`/accounts/${account}/keys`);
      context.output().rows(keys, ['id', 'name', 'prefix', 'createdAt', 'revokedAt', 'expiresAt', 'limits']);
    });

  key
    .command('roll')
    .description('issue a new secret for a key; it is shown only this time')
    .argument('<keyid>', 'id of the key', parseId)
    .option('--overlap <duration>', 'how long the old secret still works: 0 to 7d', parseOverlapSeconds, 0)
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
    .action(async (id: string) => {
      const admin = await context.admin();
      context
        .output()
        .record(await writeOnce(SAFE_TO_REPEAT, () => admin.send<ResponseBody>('POST', `/keys/${id}/revoke`)));
    });

  key
    .command('log')
    .description('list the requests of a key in the last 30 days, newest last; at most the newest 10,000')
    .argument('<keyid>', 'id of the key', parseId)
    .option('--since <time>', 'start of the period: 2026-01-31 or 2026-01-31T12:00:00Z', parseTime)
    .action(async (id: string, { since }: { since?: string }) => {
      const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
      const entries = await (await context.admin()).list<LogEntry>(`/keys/${id}/log${query}`);
      context.output().rows(entries, ['at', 'method', 'path', 'status', 'durationMs', 'items', 'credits']);
    });
}
