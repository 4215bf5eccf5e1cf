import type { Command } from 'commander';
import type { AdminClient, Page } from '../admin-client.js';
import { parseId, parseLogLimit } from '../argument-parsers.js';
import type { Context } from '../context.js';
import { UsageError } from '../errors.js';
import { examples, KEY } from '../help.js';
import { csvOption, periodQuery, sinceOption, untilOption, type PeriodOptions } from '../list-options.js';

export interface LogEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly items: number | null;
  readonly credits: number | null;
}

export const LOG_COLUMNS = ['at', 'method', 'path', 'status', 'durationMs', 'items', 'credits'] as const;

interface Options extends PeriodOptions {
  readonly limit?: number;
  readonly follow?: true;
}

/** The most that the admin API sends in one answer, and what the command reads without `--limit`. */
const PAGE = 10_000;
/** What `--follow` shows first, without `--limit`. */
const FOLLOW_FIRST = 10;

const HELP = `
The service keeps requests for 30 days. Without --limit the newest ${PAGE} are read; if there are more, a
remark on standard error says so.

--follow prints requests when the service has written them, about 2 s later, until Ctrl-C, which
exits 0. None comes twice and none is missed, also when a gateway writes it late (up to 10 minutes)
or with the same instant as another, so lines are nearly, not exactly, in the order of their times.
It waits up to 2 minutes for a service that restarts. With --json it prints one object a line.`;

/** Adds `prospect key log`. */
export function addKeyLogCommand(key: Command, context: Context): void {
  key
    .command('log')
    .description('list the requests of a key, newest last')
    .argument('<keyid>', 'id of the key', parseId)
    .addOption(sinceOption())
    .addOption(untilOption())
    .option('--limit <number>', 'how many of the newest requests to read', parseLogLimit)
    .option('--follow', 'go on printing new requests until Ctrl-C')
    .addOption(csvOption())
    .addHelpText(
      'after',
      examples(
        `prospect key log ${KEY} --since 12h`,
        `prospect key log ${KEY} --since 2026-01-30 --until 2026-01-31 --csv > log.csv`,
        `prospect key log ${KEY} --follow`,
      ),
    )
    .addHelpText('after', HELP)
    .action(async (id: string, { limit, follow, ...period }: Options) => {
      if (follow && period.until !== undefined) throw new UsageError('--follow and --until exclude each other');
      const wanted = limit ?? (follow ? FOLLOW_FIRST : PAGE);
      const query = periodQuery(period, context.now(), { limit: String(Math.min(wanted, PAGE)) });
      const admin = await context.admin();
      const first = await admin.page<LogEntry>(`/keys/${id}/log${query}`);
      if (follow) {
        const { followLog } = await import('../follow-log.js');
        return followLog(context, admin, first);
      }
      const { entries, hasMore } = await readBack(admin, first, wanted);
      context.output().rows(entries, LOG_COLUMNS);
      if (hasMore) {
        context.streams.stderr.write(
          `prospect: there are more requests before these ${entries.length}: use --limit, or --until ${entries[0]?.at}\n`,
        );
      }
    });
}

/** Reads pages from the newest one back, until there are enough. */
async function readBack(
  admin: AdminClient,
  first: Page<LogEntry>,
  wanted: number,
): Promise<{ entries: LogEntry[]; hasMore: boolean }> {
  const pages = [first.items];
  let count = first.items.length;
  let { prev } = first.links;
  while (prev !== undefined && count < wanted) {
    const page: Page<LogEntry> = await admin.page<LogEntry>(prev);
    pages.unshift(page.items);
    count += page.items.length;
    prev = page.links['prev'];
  }
  return { entries: pages.flat().slice(-wanted), hasMore: prev !== undefined || count > wanted };
}
