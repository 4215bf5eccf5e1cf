import type { Command } from 'commander';
import { parseId } from '../argument-parsers.js';
import type { Context } from '../context.js';
import { ACCOUNT, examples } from '../help.js';
import { csvOption, periodQuery, sinceOption, untilOption, type PeriodOptions } from '../list-options.js';

interface Change {
  readonly id: string;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string };
  readonly action: string;
  readonly accountId: string | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly outcome: string | null;
}

/** A change with an actor and a subject of one line each. */
type Shown = Omit<Change, 'actor' | 'subject'> & { readonly actor: string; readonly subject: string | null };

interface Options extends PeriodOptions {
  readonly account?: string;
}

const COLUMNS = ['at', 'actor', 'action', 'accountId', 'subject', 'details', 'outcome'] as const;
/** The most that the admin API sends in one answer. */
const PAGE = '1000';

const HELP = `
The newest change comes first. An actor is a user of the console, the admin token or the system. The
outcome is done or rejected; none means that nobody knows yet whether the change was made. --json and
--csv have every field in full, such as the id of the user who made the change.`;

/** Adds `prospect changes`. */
export function addChangesCommand(program: Command, context: Context): void {
  program
    .command('changes')
    .description('list who changed what: accounts, keys, credits, prices, users and persons, newest first')
    .option('--account <id>', 'only the changes of this account', parseId)
    .addOption(sinceOption())
    .addOption(untilOption())
    .addOption(csvOption())
    .addHelpText(
      'after',
      examples(
        'prospect changes --since 7d',
        `prospect changes --account ${ACCOUNT} --since 2026-01-01 --until 2026-02-01`,
        'prospect changes --csv > changes.csv',
      ),
    )
    .addHelpText('after', HELP)
    .action(async ({ account, ...period }: Options) => {
      const path = account === undefined ? '/changes' : `/accounts/${account}/changes`;
      const query = periodQuery(period, context.now(), { limit: PAGE });
      const pages = (await context.admin()).pages<Change>(path + query);
      const output = context.output();
      if (context.format() === 'table') await output.pages(forPeople(pages), COLUMNS);
      else await output.pages(pages, ['id', ...COLUMNS]);
    });
}

/** Yields changes as a table shows them. */
async function* forPeople(pages: AsyncIterable<readonly Change[]>): AsyncGenerator<Shown[]> {
  for await (const page of pages) {
    yield page.map(({ actor, subject, ...change }) => ({
      ...change,
      actor: actor.name,
      subject: subject === null ? null : `${subject.kind} ${subject.id}`,
    }));
  }
}
