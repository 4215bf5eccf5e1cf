import { inClear } from '../money/answers.js';
import { ask, type FaultAnswer } from '../money/exchange.js';
import { operationIdOf } from '../money/operation-id.js';
import type { FaultCustomer } from '../money/orders.js';
import type { Result } from '../../support/customer.js';
import type { Revealable } from '../directory/records.js';
import type { Patron } from '../money/customers.js';
import { groupBy, insist, type Verification } from './verification.js';

const MAX_ITEMS = 25;

/** The API shows in clear what was paid for, and nothing else that was ever asked for. */
export async function verifyReveals(verification: Verification): Promise<string[]> {
  const paidByOperation = await readPaid(verification);
  const wrongs: string[] = [];
  for (const patron of verification.patrons.all()) {
    const { customer, books } = patron;
    const asked = new Map(
      books.operations.flatMap(({ order }) => order.subjects.map((each) => [`${each.kind} ${each.id}`, each])),
    );
    const paid = paidBy(patron, verification, paidByOperation);
    for (const ofKind of groupBy([...asked.values()], ({ kind }) => kind).values()) {
      for (let from = 0; from < ofKind.length; from += MAX_ITEMS) {
        wrongs.push(...(await compare(verification.baseUrl, customer, ofKind.slice(from, from + MAX_ITEMS), paid)));
      }
    }
  }
  return wrongs;
}

/** By what the answers showed; by the tables only where the client does not know, or was told otherwise. */
function paidBy(
  { books }: Patron,
  { answered }: Verification,
  paidByOperation: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const answers = answersOf(answered);
  return new Set(
    books.operations.flatMap((operation) => {
      const { outcome, order } = operation;
      const results = answers.get(operation)?.results;
      if (outcome.kind !== 'charged' || results === undefined) return paidByOperation.get(operationIdOf(order)) ?? [];
      return order.subjects.flatMap((subject, index) =>
        order.infoTypes
          .filter((type) => inClear(subject, type, results[index]) !== undefined || isNew(results[index], type))
          .map((type) => `${subject.kind} ${subject.id} ${type}`),
      );
    }),
  );
}

/** What was paid is not shown where an import took it off the record before the answer. */
function isNew(result: Result | undefined, infoType: string): boolean {
  return result?.reveal?.newInfoTypes.some((type) => type === infoType) === true;
}

type Answers = ReadonlyMap<unknown, FaultAnswer>;
const indexed = new WeakMap<object, Answers>();

function answersOf(answered: Verification['answered']): Answers {
  let answers = indexed.get(answered);
  if (answers === undefined) {
    answers = new Map(answered.map(({ operation, answer }) => [operation, answer]));
    indexed.set(answered, answers);
  }
  return answers;
}

async function readPaid({ database }: Verification): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.query<{ id: string; paid: string[] }>(
    `select encode(operation_id, 'hex') as id,
      array(select format('%s %s %s', each ->> 0, each ->> 1, each ->> 2) from jsonb_array_elements(reveals) each) as paid
    from reveal.operations join reveal.attempts using (account_id, attempt_id)`,
  );
  return new Map(rows.map(({ id, paid }) => [id, paid]));
}

async function compare(
  baseUrl: string,
  customer: FaultCustomer,
  subjects: readonly Revealable[],
  paid: ReadonlySet<string>,
): Promise<string[]> {
  const answer = await insist(() => look(baseUrl, customer, subjects));
  if (answer?.status !== 200) return [`what account ${customer.accountId} sees was not answered: ${answer?.text}`];
  return subjects.flatMap((subject, index) =>
    typesOf(subject).flatMap((type) => {
      const isPaid = paid.has(`${subject.kind} ${subject.id} ${type}`);
      const isShown = inClear(subject, type, answer.results[index]) === subject.has(type);
      if (isShown === isPaid) return [];
      const what = `${type} of ${subject.kind} ${subject.id}`;
      const wrong = isPaid ? 'is paid, and masked' : 'is in clear, and was never paid';
      return [`account ${customer.accountId}: ${what} ${wrong}`];
    }),
  );
}

/** Those on record. */
function typesOf(subject: Revealable): string[] {
  const types = subject.kind === 'organization' ? ['details'] : ['email', 'phone'];
  return types.filter((type) => subject.has(type) !== undefined);
}

/** Looks without paying. */
function look(
  baseUrl: string,
  { key }: FaultCustomer,
  subjects: readonly Revealable[],
): Promise<FaultAnswer | undefined> {
  if (subjects[0]?.kind === 'contact') {
    const body = { items: subjects.map(({ id }) => ({ contactId: id })), infoTypes: ['email', 'phone'], dryRun: true };
    return ask(baseUrl, key, '/contacts/reveal', body, { idempotencyKey: `look at ${subjects[0].id}` });
  }
  const path = subjects[0]?.kind === 'organization' ? '/organizations/match' : '/organizations/switchboards/match';
  return ask(baseUrl, key, path, { items: subjects.map(({ id }) => ({ id })) });
}
