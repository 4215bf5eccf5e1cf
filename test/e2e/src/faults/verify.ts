import { setTimeout as delay } from 'node:timers/promises';
import { createAdmin } from '../support/admin.js';
import { auditTables, countPending } from '../support/audit.js';
import type { Result } from '../support/customer.js';
import type { FaultyDatabase } from './database.js';
import { ask, type FaultAnswer } from './exchange.js';
import type { FaultCustomer, Order } from './orders.js';
import type { Random } from './random.js';
import type { Revealable } from './records.js';
import { isInClear, type Answered } from './spender.js';

export interface VerifyOptions {
  readonly baseUrl: string;
  readonly adminUrl: string;
  readonly adminToken: string;
  readonly database: FaultyDatabase;
  readonly answered: readonly Answered[];
  readonly random: Random;
}

const PENDING_LIMIT_MS = 60_000;
const POLL_MS = 200;
const REPLAYS = 100;
const MAX_ITEMS = 25;
const TRIES = 5;

/** Everything that breaks a promise once the faults are over, a line each. */
export async function verify(options: VerifyOptions): Promise<string[]> {
  const { database } = options;
  const replayed = await verifyReplays(options);
  await untilNothingPends(database);
  const pending = await countPending(database.query);
  return [
    ...replayed,
    ...(pending > 0 ? [`${pending} reservations are pending ${PENDING_LIMIT_MS / 1000} s after the last fault`] : []),
    ...(await auditTables(database.query)),
    ...(await auditByApi(options)),
    ...(await verifyCharges(options)),
    ...(await verifyReveals(options)),
  ];
}

/** As `prospect credits audit` does. */
async function auditByApi({ adminUrl, adminToken }: VerifyOptions): Promise<string[]> {
  const { status, text } = await createAdmin(adminUrl, adminToken).ask('GET', '/credits/audit?graceSeconds=0');
  const lines = text.split('\n').filter((line) => line !== '');
  if (status !== 200 || !lines.at(-1)?.startsWith('{"done":'))
    return [`the audit did not end: ${status} ${lines.at(-1)}`];
  return lines.filter((line) => /^\{"(?:pending|difference)":/.test(line)).map((line) => `audit: ${line}`);
}

async function untilNothingPends({ query }: FaultyDatabase): Promise<void> {
  const giveUpAt = Date.now() + PENDING_LIMIT_MS;
  while (Date.now() < giveUpAt && (await countPending(query)) > 0) await delay(POLL_MS);
}

/** The same key again: the same outcome, whether its response was kept or lost on the way. */
async function verifyReplays({ baseUrl, answered, random }: VerifyOptions): Promise<string[]> {
  const successes = answered.filter(({ answer }) => answer.status === 200);
  const wrongs: string[] = [];
  for (const { order, answer } of random.some(successes, REPLAYS)) {
    const { customer, path, body, idempotencyKey } = order;
    const again = await insist(() => ask(baseUrl, customer.key, path, body, { idempotencyKey }));
    if (again?.status === 200 && outcomeOf(again) === outcomeOf(answer)) continue;
    wrongs.push(`${path} with key ${idempotencyKey}: first ${answer.text}, then ${again?.text ?? 'nothing'}`);
  }
  return wrongs;
}

/** What a retry must come to again: each item, and what was charged. What remains may have changed meanwhile. */
function outcomeOf({ creditsCharged, results }: FaultAnswer): string {
  return JSON.stringify({
    creditsCharged,
    costs: results.map(({ status, reveal, creditCost }) => [status, reveal, creditCost]),
  });
}

async function insist<Answer>(attempt: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (let tries = 1; tries < TRIES; tries += 1) {
    const answer = await attempt();
    if (answer !== undefined) return answer;
    await delay(POLL_MS);
  }
  return attempt();
}

/** What the answers say was charged is what was captured: nothing twice, nothing by a request that was told it had failed. */
async function verifyCharges({ database, answered }: VerifyOptions): Promise<string[]> {
  const said = new Map<string, { millicredits: number; successes: number }>();
  for (const { order, answer } of answered) {
    const of = said.get(order.customer.accountId) ?? { millicredits: 0, successes: 0 };
    of.millicredits += Math.round(answer.creditsCharged * 1000);
    of.successes += answer.status === 200 ? 1 : 0;
    said.set(order.customer.accountId, of);
  }
  const rows = await database.query<{ accountId: string; captured: number; operations: number }>(
    `select b.account_id as "accountId",
      (select coalesce(sum(captured_millicredits), 0)::bigint from credits.reservations r where r.account_id = b.account_id) as captured,
      (select count(*) from reveal.operations o where o.account_id = b.account_id) as operations
    from credits.balances b`,
  );
  return rows.flatMap(({ accountId, captured, operations }) => {
    const { millicredits, successes } = said.get(accountId) ?? { millicredits: 0, successes: 0 };
    return [
      ...(captured === millicredits ? [] : [`account ${accountId}: captured ${captured}, answered ${millicredits}`]),
      ...(operations === successes ? [] : [`account ${accountId}: ${operations} operations, ${successes} successes`]),
    ];
  });
}

/** The API shows in clear what a success revealed, and nothing else that was ever asked for. */
async function verifyReveals({ baseUrl, answered }: VerifyOptions): Promise<string[]> {
  const wrongs: string[] = [];
  for (const ofCustomer of groupBy(answered, ({ order }) => order.customer.accountId).values()) {
    const { customer } = (ofCustomer[0] as Answered).order;
    const revealed = new Set(
      ofCustomer.filter(({ answer }) => answer.status === 200).flatMap(({ order }) => namesOf(order)),
    );
    const asked = new Map(
      ofCustomer.flatMap(({ order }) => order.subjects.map((each) => [`${each.kind} ${each.id}`, each])),
    );
    for (const ofKind of groupBy([...asked.values()], ({ kind }) => kind).values()) {
      for (let from = 0; from < ofKind.length; from += MAX_ITEMS) {
        wrongs.push(...(await verifyShown(baseUrl, customer, ofKind.slice(from, from + MAX_ITEMS), revealed)));
      }
    }
  }
  return wrongs;
}

function namesOf({ subjects, infoTypes }: Order): string[] {
  return subjects.flatMap(({ kind, id }) => infoTypes.map((type) => `${kind} ${id} ${type}`));
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

async function verifyShown(
  baseUrl: string,
  customer: FaultCustomer,
  subjects: readonly Revealable[],
  revealed: ReadonlySet<string>,
): Promise<string[]> {
  const answer = await insist(() => look(baseUrl, customer, subjects));
  if (answer?.status !== 200) return [`what account ${customer.accountId} sees was not answered: ${answer?.text}`];
  return subjects.flatMap((subject, index) => {
    const result = answer.results[index] as Result;
    return typesOnRecord(subject).flatMap((type) => {
      const isRevealed = revealed.has(`${subject.kind} ${subject.id} ${type}`);
      if (isShown(subject, type, result) === isRevealed) return [];
      const what = `${type} of ${subject.kind} ${subject.id}`;
      return [
        `account ${customer.accountId}: ${what} is ${isRevealed ? 'paid, and masked' : 'in clear, and was never answered'}`,
      ];
    });
  });
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

function typesOnRecord({ kind, email, phone }: Revealable): string[] {
  if (kind === 'organization') return ['details'];
  return [...(email === undefined ? [] : ['email']), ...(phone === undefined ? [] : ['phone'])];
}

function isShown(subject: Revealable, infoType: string, result: Result): boolean {
  if (subject.kind === 'organization') return result.organization?.detailsRevealed === true;
  return isInClear(subject, infoType, result.contact ?? result.switchboard);
}
