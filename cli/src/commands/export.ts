import { open } from 'node:fs/promises';
import type { Command } from 'commander';
import { parseText } from '../argument-parsers.js';
import { findDirectory } from '../config.js';
import type { Context } from '../context.js';
import { CommandError, UsageError } from '../errors.js';
import { findSubjects } from '../find-subjects.js';
import { examples } from '../help.js';
import { parsePersonArgument } from './erase.js';

const EXAMPLES = examples(
  'prospect export person --email anna@example.com --out anna.json',
  'prospect export person --linkedin https://www.linkedin.com/in/anna-example',
);
const EXPORT_HELP = `
Answers an access request: one JSON document with everything that the installation holds on a
person, which accounts revealed what, and what cannot be searched. It is personal data: --out writes
a file that only you can read.
${EXAMPLES}`;

interface Options {
  readonly contact?: string;
  readonly email?: string;
  readonly linkedin?: string;
  readonly out?: string;
}

/** What no search can find, and how long it lives. docs/personal-data.md has the whole list. */
const NOT_SEARCHED = [
  {
    what: 'stored responses',
    why: 'Each is encrypted under a key that only the customer has, its Idempotency-Key.',
    keptFor: 'PT24H',
  },
  {
    what: 'backups and the write-ahead log of the databases',
    why: 'They are copies of what this document shows, made by the operator.',
    keptFor: 'as the operator decides',
  },
  {
    what: 'reveals past their year',
    why: 'Their ids were replaced by random ones, so they belong to nobody.',
    keptFor: 'without limit',
  },
];

/** Adds `prospect export person`. */
export function addExportCommands(program: Command, context: Context): void {
  program
    .command('export')
    .description('export what the installation holds')
    .addHelpText('after', EXAMPLES)
    .command('person')
    .description('export everything on one person, for an access request')
    .option('--contact <id>', 'id of a contact of the person', parseText)
    .option('--email <address>', 'e-mail address of the person', parseText)
    .option('--linkedin <url>', "the person's LinkedIn page", parseText)
    .option('--out <file>', 'file for the document, which must not exist; default: standard output', parseText)
    .addHelpText('after', EXPORT_HELP)
    .action((options: Options) => exportPerson(context, options));
}

async function exportPerson(context: Context, { contact, email, linkedin, out }: Options): Promise<void> {
  const named = (
    [
      ['contact', contact],
      ['email', email],
      ['linkedIn', linkedin],
    ] as const
  ).flatMap(([kind, text]) => (text === undefined ? [] : [{ kind, text }]));
  const [only] = named;
  if (only === undefined || named.length > 1) throw new UsageError('give one of --contact, --email and --linkedin');
  const { readPerson } = await import('@prospecting/directory/erasure');
  const person = await parsePersonArgument(only.kind, only.text);
  const access = await findDirectory(context.env);
  const admin = await context.admin();
  const { contactIds, emails, contacts, switchboards, erasures } = await readPerson(access, person);
  const { reveals, ownedEmails, consoleUsers } = await findSubjects(admin, access, { contactIds, emails });
  const document = {
    exportedAt: new Date().toISOString(),
    person: only.kind === 'contact' ? { contactId: contact } : { [only.kind]: only.text },
    contacts,
    switchboards,
    reveals,
    ownedEmails,
    consoleUsers,
    erasures,
    notSearched: NOT_SEARCHED,
  };
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (out === undefined) {
    context.streams.stdout.write(context.wantsJson() ? `${JSON.stringify(document)}\n` : text);
    return;
  }
  const file = await open(out, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandError(`cannot write ${out}: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  });
  await file.writeFile(text);
  await file.close();
  const counts = { contacts, reveals, ownedEmails, consoleUsers, erasures };
  context.output().record({
    file: out,
    ...Object.fromEntries(Object.entries(counts).map(([name, list]) => [name, list.length])),
  });
}
