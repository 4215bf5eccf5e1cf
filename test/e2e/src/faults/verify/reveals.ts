import { revealedValue } from '../money/answers.js';
import { ask, type FaultAnswer } from '../money/exchange.js';
import { operationIdOf } from '../money/operation-id.js';
import type { FaultCustomer } from '../money/orders.js';
import type { Result } from '../../support/customer.js';
import type { Revealable } from '../directory/records.js';
import type { FaultAccount } from '../money/accounts.js';
import { groupBy, retryUnanswered, type Verification } from './verification.js';

const MAX_ITEMS = 25;

/** Checks that the API reveals what was paid for, and nothing else that was ever requested. */
export async function verifyReveals(verification: Verification): Promise<string[]> {
  const paidByOperation = await readPaid(verification);
  const problems: string[] = [];
  for (const account of verification.accounts.all()) {
    const { customer, books } = account;
    const asked = new Map(
      books.operations.flatMap(({ order }) => order.subjects.map((each) => [`${each.kind} ${each.id}`, each])),
    );
    const paid = paidBy(account, verification, paidByOperation);
    for (const ofKind of groupBy([...asked.values()], ({ kind }) => kind).values()) {
      for (let from = 0; from < ofKind.length; from += MAX_ITEMS) {
        problems.push(...(await compare(verification.baseUrl, customer, ofKind.slice(from, from + MAX_ITEMS), paid)));
      }
    }
  }
  return problems;
}

/**
 * Returns what an account paid for: from the answers, and from the tables where the client does not
 * know the outcome or was given a wrong one.
 */
function paidBy(
  { books }: FaultAccount,
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
          .filter(
            (type) => revealedValue(subject, type, results[index]) !== undefined || wasCharged(results[index], type),
          )
          .map((type) => `${subject.kind} ${subject.id} ${type}`),
      );
    }),
  );
}

/**
 * Returns whether the result charged for the type. An import may have removed the paid value before
 * the answer.
 */
function wasCharged(result: Result | undefined, infoType: string): boolean {
  return result?.reveal?.newInfoTypes.some((type) => type === infoType) === true;
}

type Answers = ReadonlyMap<unknown, FaultAnswer>;
const answersByRun = new WeakMap<object, Answers>();

function answersOf(answered: Verification['answered']): Answers {
  let answers = answersByRun.get(answered);
  if (answers === undefined) {
    answers = new Map(answered.map(({ operation, answer }) => [operation, answer]));
    answersByRun.set(answered, answers);
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
  const answer = await retryUnanswered(() => readAsCustomer(baseUrl, customer, subjects));
  if (answer?.status !== 200) return [`account ${customer.accountId}: cannot read what it sees: ${answer?.text}`];
  return subjects.flatMap((subject, index) =>
    typesOf(subject).flatMap((type) => {
      const isPaid = paid.has(`${subject.kind} ${subject.id} ${type}`);
      const isShown = revealedValue(subject, type, answer.results[index]) === subject.has(type);
      if (isShown === isPaid) return [];
      const what = `${type} of ${subject.kind} ${subject.id}`;
      const problem = isPaid ? 'was paid for, but is masked' : 'was never paid for, but is revealed';
      return [`account ${customer.accountId}: ${what} ${problem}`];
    }),
  );
}

/** Returns the types that are on record. */
function typesOf(subject: Revealable): string[] {
  const types = subject.kind === 'organization' ? ['details'] : ['email', 'phone'];
  return types.filter((type) => subject.has(type) !== undefined);
}

/** Reads what the account sees without paying. */
function readAsCustomer(
  baseUrl: string,
  { key }: FaultCustomer,
  subjects: readonly Revealable[],
): Promise<FaultAnswer | undefined> {
  if (subjects[0]?.kind === 'contact') {
    const body = { items: subjects.map(({ id }) => ({ contactId: id })), infoTypes: ['email', 'phone'], dryRun: true };
    return ask(baseUrl, key, '/contacts/reveal', body, { idempotencyKey: `read ${subjects[0].id}` });
  }
  const path = subjects[0]?.kind === 'organization' ? '/organizations/match' : '/organizations/switchboards/match';
  return ask(baseUrl, key, path, { items: subjects.map(({ id }) => ({ id })) });
}
