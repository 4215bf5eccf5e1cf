import type { Command } from 'commander';
import type { Context } from '../context.js';
import { gatherLimit, readId, readOverlapSeconds, readText, readTime, type Limits } from '../values.js';
import { SAFE_AGAIN, write } from '../write.js';

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

/** An answer that is shown as it is. */
type Shown = Record<string, unknown>;

const SHOWN_ONCE = 'Store the key now: it is not shown again.';

/** `prospect key …` */
export function addKeyCommands(program: Command, context: Context): void {
  const key = program.command('key').description('API keys of an account');

  key
    .command('create')
    .description('make a key; it is shown this once')
    .requiredOption('--account <id>', 'whose key', readId)
    .requiredOption('--name <name>', 'what it is for', readText)
    .option(
      '--limit <bucket=number>',
      'requests a minute in a bucket (overall, search, spend); repeat for several',
      gatherLimit,
    )
    .action(async ({ account, name, limit }: { account: string; name: string; limit?: Limits }) => {
      const admin = await context.admin();
      const body = { name, ...(limit !== undefined && { limits: limit }) };
      const advice = `If it was, its key is lost: find it with key list --account ${account}, end it with key revoke, and make another.`;
      const created = await write(advice, () => admin.send<Shown>('POST', `/accounts/${account}/keys`, body));
      context.output().record(created);
      context.output().note(SHOWN_ONCE);
    });

  key
    .command('list')
    .description('keys of an account; of a rolled key its secrets, newest first')
    .requiredOption('--account <id>', 'whose keys', readId)
    .action(async ({ account }: { account: string }) => {
      const keys = await (await context.admin()).list<KeyListing>(`/accounts/${account}/keys`);
      context.output().rows(keys, ['id', 'name', 'prefix', 'createdAt', 'revokedAt', 'expiresAt', 'limits']);
    });

  key
    .command('roll')
    .description('issue a new secret for a key; it is shown this once')
    .argument('<keyid>', 'of the key', readId)
    .option('--overlap <duration>', 'how long the old secret still works: 0 to 7d', readOverlapSeconds, 0)
    .action(async (id: string, { overlap }: { overlap: number }) => {
      const admin = await context.admin();
      const advice = 'If it was, the new secret is lost: roll the key again.';
      const rolled = await write(advice, () =>
        admin.send<Shown>('POST', `/keys/${id}/roll`, { overlapSeconds: overlap }),
      );
      context.output().record(rolled);
      context.output().note(SHOWN_ONCE);
    });

  key
    .command('revoke')
    .description('end a key at once')
    .argument('<keyid>', 'of the key', readId)
    .action(async (id: string) => {
      const admin = await context.admin();
      context.output().record(await write(SAFE_AGAIN, () => admin.send<Shown>('POST', `/keys/${id}/revoke`)));
    });

  key
    .command('log')
    .description('requests of a key in the last 30 days, newest last')
    .argument('<keyid>', 'of the key', readId)
    .option('--since <time>', 'from this time on: 2026-01-31 or 2026-01-31T12:00:00Z', readTime)
    .action(async (id: string, { since }: { since?: string }) => {
      const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}`;
      const entries = await (await context.admin()).list<LogEntry>(`/keys/${id}/log${query}`);
      context.output().rows(entries, ['at', 'method', 'path', 'status', 'durationMs', 'items', 'credits']);
    });
}
