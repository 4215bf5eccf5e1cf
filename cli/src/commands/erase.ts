import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createInterface as createPrompt } from 'node:readline/promises';
import type { Command } from 'commander';
import type {
  DirectoryAccess,
  ErasedSubjects,
  PendingErasure,
  PersonReference,
  SuppressionFact,
} from '@prospecting/directory/erasure';
import type { AdminClient } from '../admin-client.js';
import { parseText } from '../argument-parsers.js';
import { findDirectory } from '../config.js';
import type { Context } from '../context.js';
import { CommandError, UsageError } from '../errors.js';
import { findSubjects } from '../find-subjects.js';
import { examples } from '../help.js';
import { subjectBatches } from '../subject-batches.js';
import { SAFE_TO_REPEAT, writeWithRetries } from '../write.js';

/** On demand: no other command needs it. */
const loadErasure = () => import('@prospecting/directory/erasure');

const EXAMPLES = {
  contact: 'prospect erase contact 0b9f2f6e-4f4c-4d8e-9d0f-0c7f6a2b1c3d --dry-run --json',
  email: 'prospect erase email anna@example.com',
  person: 'prospect erase person --linkedin https://www.linkedin.com/in/anna-example --yes',
  resume: 'prospect erase resume',
  export: 'prospect erase export --out suppressions.jsonl',
  reapply: 'prospect erase reapply suppressions.jsonl',
} as const;

const ERASE_HELP = `
Removes a person from the directory, from what accounts revealed, and from stored responses, and
keeps only keyed hashes of them, so that no import brings them back. Shows first what it finds, as
numbers. An interrupted erasure is finished by the next one, or by prospect erase resume.
${examples(
  EXAMPLES.email,
  EXAMPLES.person,
  EXAMPLES.contact,
  '# with every backup',
  EXAMPLES.export,
  '# after a backup was restored',
  EXAMPLES.reapply,
)}`;

interface Options {
  readonly yes?: true;
  readonly dryRun?: true;
}

/** Adds `prospect erase …`. */
export function addEraseCommands(program: Command, context: Context): void {
  const erase = program
    .command('erase')
    .description('erase a person, and keep imports from bringing them back')
    .addHelpText('after', ERASE_HELP);
  const person = (name: 'contact' | 'email' | 'person', description: string): Command =>
    erase
      .command(name)
      .description(description)
      .option('--yes', 'do not ask')
      .option('--dry-run', 'only show what would be erased')
      .addHelpText('after', examples(EXAMPLES[name]));
  person('contact', 'erase the person of a contact')
    .argument('<id>', 'id of the contact', parseText)
    .action((id: string, options: Options) => erasePerson(context, 'contact', id, options));
  person('email', 'erase everybody who has an e-mail address')
    .argument('<address>', 'the address', parseText)
    .action((address: string, options: Options) => erasePerson(context, 'email', address, options));
  person('person', 'erase the person of a LinkedIn page')
    .requiredOption('--linkedin <url>', 'address of the page', parseText)
    .action((options: Options & { linkedin: string }) => erasePerson(context, 'linkedIn', options.linkedin, options));
  erase
    .command('resume')
    .description('finish the erasures that were interrupted')
    .addHelpText('after', examples(EXAMPLES.resume))
    .action(async () => {
      const access = await findDirectory(context.env);
      context.output().rows(await finishPending(context, access), RESULT_COLUMNS);
    });
  erase
    .command('export')
    .description('write the suppressions to a file, as keyed hashes, to reapply them after a restore')
    .requiredOption('--out <file>', 'the file, which must not exist', parseText)
    .addHelpText('after', examples(EXAMPLES.export))
    .action((options: { out: string }) => exportFacts(context, options.out));
  erase
    .command('reapply')
    .description('apply erasures to restored databases: those of a file, and those on record')
    .argument('<file>', 'written by prospect erase export', parseText)
    .addHelpText('after', examples(EXAMPLES.reapply))
    .action((file: string) => reapplyFacts(context, file));
}

/** What an erasure did, in numbers. */
interface Result {
  readonly erasureId: string;
  readonly contacts: number;
  readonly accounts: number;
  readonly reveals: number;
  readonly ownedEmails: number;
  readonly storedResponses: number;
}

const RESULT_COLUMNS = ['erasureId', 'contacts', 'accounts', 'reveals', 'ownedEmails', 'storedResponses'] as const;

/** Parses how a person is named. Throws UsageError. */
export async function parsePersonArgument(kind: PersonReference['kind'], text: string): Promise<PersonReference> {
  const { parsePerson } = await loadErasure();
  const what = { contact: 'the id of a contact', email: 'an e-mail address', linkedIn: "a person's LinkedIn page" };
  const person = parsePerson(kind, text);
  if (person === undefined) throw new UsageError(`this is not ${what[kind]}`);
  return person;
}

async function erasePerson(
  context: Context,
  kind: PersonReference['kind'],
  text: string,
  { yes, dryRun }: Options,
): Promise<void> {
  const { previewErasure, beginErasure } = await loadErasure();
  const person = await parsePersonArgument(kind, text);
  const access = await findDirectory(context.env);
  const admin = await context.admin();
  const preview = await previewErasure(access, person);
  const found = await findSubjects(admin, access, preview);
  const { contacts, organizations, sharedEmails } = preview;
  const look = {
    contacts,
    organizations,
    sharedEmails,
    accounts: new Set([...found.reveals, ...found.ownedEmails].map(({ accountId }) => accountId)).size,
    reveals: found.reveals.length,
    ownedEmails: found.ownedEmails.length,
  };
  if (dryRun) return context.output().record(look);
  if (!yes) await confirm(context, look);
  const begun = await beginErasure(access, person, found.formerContactIds);
  // Those that an earlier run left behind first: this one is among them unless it was erased before.
  const finished = await finishPending(context, access);
  const own = finished.find(({ erasureId }) => erasureId === begun.id) ?? (await finish(context, access, begun));
  context.output().record({ ...own });
}

/** Asks a person at a terminal. Throws when there is none, or when the answer is not yes. */
async function confirm({ streams }: Context, look: Readonly<Record<string, number>>): Promise<void> {
  const text = Object.entries(look).map(([name, count]) => `${name}: ${count}`);
  if (!process.stdin.isTTY) throw new UsageError(`this erases ${text.join(', ')}; run it with --yes`);
  const prompt = createPrompt({ input: process.stdin, output: streams.stderr });
  const answer = await prompt.question(`This erases ${text.join(', ')}. It cannot be undone. Erase? [y/N] `);
  prompt.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('nothing was erased');
}

/** Finishes every pending erasure, oldest first. */
async function finishPending(context: Context, access: DirectoryAccess): Promise<Result[]> {
  const { pendingErasures } = await loadErasure();
  const results: Result[] = [];
  for (const erasure of await pendingErasures(access)) results.push(await finish(context, access, erasure));
  return results;
}

interface Step extends Omit<Result, 'erasureId' | 'contacts'> {
  readonly done: boolean;
  readonly afterAccountId: string;
}

/** Calls of the service for one erasure. Each takes 40 s at most. */
const MAX_STEPS = 60;

async function finish(
  context: Context,
  access: DirectoryAccess,
  { id, contacts, contactIds, emails }: PendingErasure,
): Promise<Result> {
  const { endErasure } = await loadErasure();
  const admin = await context.admin();
  const result = { erasureId: id, contacts, accounts: 0, reveals: 0, ownedEmails: 0, storedResponses: 0 };
  for (const subjects of subjectBatches({ contactIds, emails })) {
    let step: Step | undefined;
    for (let steps = 0; step?.done !== true; steps += 1) {
      if (steps === MAX_STEPS) throw new CommandError('the erasure is not finished yet; run prospect erase resume');
      const body = { ...subjects, afterAccountId: step?.afterAccountId ?? '' };
      const advice = `${SAFE_TO_REPEAT} The erasure goes on with prospect erase resume.`;
      step = await writeWithRetries(advice, () => admin.send<Step>('POST', `/erasures/${id}`, body));
      result.accounts += step.accounts;
      result.reveals += step.reveals;
      result.ownedEmails += step.ownedEmails;
      result.storedResponses += step.storedResponses;
    }
  }
  await endErasure(access, id);
  return result;
}

const FORMAT = { format: 'prospect-suppressions', version: 1 };

async function exportFacts(context: Context, path: string): Promise<void> {
  const { readFacts } = await loadErasure();
  const access = await findDirectory(context.env);
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandError(`cannot write ${path}: ${(error as NodeJS.ErrnoException).code}`, { cause: error });
  });
  let suppressions = 0;
  try {
    await file.write(`${JSON.stringify(FORMAT)}\n`);
    for await (const facts of readFacts(access)) {
      await file.write(facts.map((fact) => `${JSON.stringify(fact)}\n`).join(''));
      suppressions += facts.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  context.output().record({ file: path, suppressions });
}

const FACTS_BATCH = 10_000;

async function reapplyFacts(context: Context, path: string): Promise<void> {
  const { addFacts, eraseSuppressed } = await loadErasure();
  const access = await findDirectory(context.env);
  const admin = await context.admin();
  let suppressions = 0;
  let batch: SuppressionFact[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await addFacts(access, batch);
    suppressions += batch.length;
    batch = [];
  };
  for await (const fact of factsOf(path)) {
    batch.push(fact);
    if (batch.length === FACTS_BATCH) await flush();
  }
  await flush();
  await eraseSuppressed(access, await candidates(admin));
  const finished = await finishPending(context, access);
  const sum = (name: Exclude<keyof Result, 'erasureId'>): number =>
    finished.reduce((total, each) => total + each[name], 0);
  context.output().record({
    suppressions,
    contacts: sum('contacts'),
    reveals: sum('reveals'),
    ownedEmails: sum('ownedEmails'),
    storedResponses: sum('storedResponses'),
  });
}

async function* factsOf(path: string): AsyncGenerator<SuppressionFact> {
  const damaged = (cause?: unknown) => new CommandError(`${path} is not a file of prospect erase export`, { cause });
  let isFirst = true;
  try {
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
      const value = JSON.parse(line) as SuppressionFact & Partial<typeof FORMAT>;
      if (isFirst && (value.format !== FORMAT.format || value.version !== FORMAT.version)) throw damaged();
      if (!isFirst) yield value;
      isFirst = false;
    }
  } catch (error) {
    throw error instanceof CommandError ? error : damaged(error);
  }
  if (isFirst) throw damaged();
}

/** Reads the ids and addresses that the accounts hold: a restored database may have erased ones. */
async function candidates(admin: AdminClient): Promise<ErasedSubjects> {
  const [contactIds, emails] = [new Set<string>(), new Set<string>()];
  interface Page {
    readonly contactIds: readonly string[];
    readonly emails: readonly string[];
    readonly next: string | null;
  }
  let next: string | null = '';
  while (next !== null) {
    const page: Page = await admin.get<Page>(`/erasures/candidates?after=${encodeURIComponent(next)}`);
    for (const id of page.contactIds) contactIds.add(id);
    for (const email of page.emails) emails.add(email);
    ({ next } = page);
  }
  return { contactIds: [...contactIds], emails: [...emails] };
}
