import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@prospecting/platform/random';
import type { Clocks } from '../clocks.js';
import type { Tally } from '../tally.js';
import { isFinal, problemsWith } from './answers.js';
import type { Operation } from './books.js';
import type { FaultAccount, FaultAccounts } from './accounts.js';
import { ask, saysNothingHappened, type FaultAnswer } from './exchange.js';
import { drawOrder, nameOf, type Order, type Catalog } from './orders.js';

/** An operation with its final answer: 200, 402 or 422. */
export interface Answered {
  readonly account: FaultAccount;
  readonly operation: Operation;
  readonly answer: FaultAnswer;
}

export interface SpenderOptions {
  readonly random: Random;
  /** The gateways, with the name of each process. */
  readonly gateways: readonly { readonly name: string; readonly baseUrl: string }[];
  readonly clocks: Clocks;
  readonly catalog: Catalog;
  readonly accounts: FaultAccounts;
  /** Returns whether the harness deleted the stored response of an order. */
  readonly isLost: (order: Order) => boolean;
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly violations: string[];
  /** Returns whether faults are being injected. While they are, clients hang up now and then. */
  readonly isFaulty: () => boolean;
}

/** Clients that send random orders, repeating each with the same key until it is answered. */
export interface Spender {
  readonly answered: readonly Answered[];
  /** Returns the accounts that have a request under way. */
  active(): string[];
  /** Sends orders until `shouldStop` returns true. Resolves when all are answered. */
  run(shouldStop: () => boolean): Promise<void>;
}

const CLIENTS = 20;
/** The number of accounts that spend concurrently. */
const WINDOW = 5;
const ORDERS_PER_ACCOUNT = 30;
const MAX_TRIES = 400;
/** Longer than the lease of an Idempotency-Key, which lasts a minute. */
const TIME_LIMIT_MS = 150_000;

/** The probability of each unusual behavior of a client. */
const PROBABILITY = {
  /** Creates an account with exactly the credits that one order costs. */
  exact: 0.12,
  hangsUp: 0.06,
  /** Never asks again, so never learns the outcome. */
  leaves: 0.08,
  /** Believes an answer that says that nothing happened, and never asks again. */
  believes: 0.2,
  /** Asks again after a success. */
  repeats: 0.15,
  /** Uses the Idempotency-Key of a refused request for another request. */
  reusesKey: 0.5,
};

export function createSpender(options: SpenderOptions): Spender {
  const { random, accounts, catalog, violations, outcomes } = options;
  const answered: Answered[] = [];
  const active = new Map<string, number>();
  let drawnOrders = 0;

  /**
   * Picks an account from a window that advances slowly, so that several clients spend from one
   * account concurrently.
   */
  const nextAccount = (): FaultAccount => {
    const first = Math.floor(drawnOrders / ORDERS_PER_ACCOUNT);
    drawnOrders += 1;
    const { regular } = accounts;
    return regular[(first + random.between(0, WINDOW - 1)) % regular.length] as FaultAccount;
  };
  const spend = async (account: FaultAccount, order: Order): Promise<FaultAnswer | undefined> => {
    const { books } = account;
    const { accountId } = books;
    const operation = books.begin(order);
    active.set(accountId, (active.get(accountId) ?? 0) + 1);
    try {
      const ending = await askUntilFinal(account, operation, options);
      if (typeof ending === 'string') {
        books.end(operation, { kind: ending });
        outcomes.add(ending === 'denied' ? 'client believed that nothing happened' : 'client left without an answer');
        return undefined;
      }
      if (ending === undefined) {
        books.end(operation, { kind: 'abandoned' });
        violations.push(`${nameOf(order)} never got a final answer`);
        return undefined;
      }
      violations.push(...problemsWith(order, ending), ...boundProblems(account, operation, ending));
      const millicredits = Math.round(ending.creditsCharged * 1_000);
      books.end(operation, ending.status === 200 ? { kind: 'charged', millicredits } : { kind: 'refused' });
      answered.push({ account, operation, answer: ending });
      return ending;
    } finally {
      active.set(accountId, (active.get(accountId) ?? 1) - 1);
    }
  };
  const runOrder = async (): Promise<void> => {
    const isExact = random.chance(PROBABILITY.exact);
    const account = isExact ? await createExactAccount(options) : nextAccount();
    if (account === undefined) return;
    const order = isExact ? (account as ExactAccount).order : drawOrder(random, account.customer, catalog);
    const answer = await spend(account, order);
    if (answer === undefined) return;
    if (answer.status === 200) {
      if (random.chance(PROBABILITY.repeats)) violations.push(...(await repeat(order, answer, options)));
    } else if (!isExact && random.chance(PROBABILITY.reusesKey)) {
      const { idempotencyKey } = order;
      await spend(account, drawOrder(random, account.customer, catalog, { idempotencyKey, lowCaps: 0 }));
    }
  };
  return {
    answered,
    active: () => [...active].filter(([, count]) => count > 0).map(([accountId]) => accountId),
    async run(shouldStop) {
      const work = async (): Promise<void> => {
        while (!shouldStop()) await runOrder();
      };
      await Promise.all(Array.from({ length: CLIENTS }, work));
    },
  };
}

interface ExactAccount extends FaultAccount {
  readonly order: Order;
}

/**
 * Creates an account with exactly what its one order costs, so that only that order can use up its
 * credits.
 */
async function createExactAccount({ random, accounts, catalog }: SpenderOptions): Promise<ExactAccount | undefined> {
  const nobody = { accountId: '', keyId: '', key: '' };
  // Leaves out what imports add and remove, since its cost changes over time.
  const unchanging = { ...catalog, contact: catalog.contact.filter(({ match }) => match !== undefined) };
  const draft = drawOrder(random, nobody, unchanging, { lowCaps: 0 });
  const now = performance.now();
  const account = await accounts.withExactly((prices) => prices.most(draft.subjects, draft.infoTypes, now, now));
  return account === undefined ? undefined : { ...account, order: { ...draft, customer: account.customer } };
}

/** Asks until there is a final answer. Returns undefined when there never was one. */
async function askUntilFinal(
  account: FaultAccount,
  { order }: Operation,
  options: SpenderOptions,
): Promise<FaultAnswer | 'abandoned' | 'denied' | undefined> {
  const { random, outcomes, isFaulty, faults } = options;
  const giveUpAt = performance.now() + TIME_LIMIT_MS;
  const isRegular = options.accounts.regular.includes(account);
  for (let tries = 1; tries <= MAX_TRIES && performance.now() < giveUpAt; tries += 1) {
    const sentAt = performance.now();
    const hangsUp = isFaulty() && random.chance(PROBABILITY.hangsUp);
    const answer = await askOnce(order, options, hangsUp ? random.between(1, 120) : undefined);
    outcomes.add(answer === undefined ? 'no answer, retried' : outcomeName(answer));
    if (answer !== undefined && isFinal(answer) && answer.code !== 'idempotency_key_reused') {
      if (answer.status === 402) options.violations.push(...refusalProblems(account, order, answer, sentAt));
      return answer;
    }
    const isDenied = tries === 1 && answer !== undefined && saysNothingHappened(answer.text);
    if (isFaulty() && isRegular && isDenied && random.chance(PROBABILITY.believes)) return 'denied';
    if (isFaulty() && isRegular && tries === 1 && random.chance(PROBABILITY.leaves)) {
      faults.add('client left');
      return 'abandoned';
    }
    await delay(random.between(50, 100 + Math.min(tries, 10) * 50));
  }
  return undefined;
}

async function askOnce(
  order: Order,
  { random, gateways, clocks, faults, violations }: SpenderOptions,
  hangUpAfterMs?: number,
): Promise<FaultAnswer | undefined> {
  const { name, baseUrl } = random.pick(gateways);
  const sentAt = performance.now();
  const answer = await ask(baseUrl, order.customer.key, order.path, order.body, {
    idempotencyKey: order.idempotencyKey,
    hangUpAfterMs,
    ...(hangUpAfterMs !== undefined && { onHangUp: () => faults.add('client hung up') }),
  });
  if (answer?.status === 200 && !answer.isReplay && clocks.wasWrongSince(name, sentAt))
    violations.push(`${nameOf(order)} was carried out by ${name}, which has a wrong clock`);
  return answer;
}

/**
 * Checks that a 402 is justified: what other operations may have taken or may hold leaves too
 * little.
 */
function refusalProblems({ books }: FaultAccount, order: Order, answer: FaultAnswer, sentAt: number): string[] {
  const operation = books.operations.findLast((each) => each.order === order) as Operation;
  const least = books.leastAvailable(operation, sentAt);
  const required = Math.round((answer.creditsRequired ?? 0) * 1_000);
  if (least < required) return [];
  return [
    `account ${books.accountId}: ${nameOf(order)} needed ${required} millicredits and was refused, but at least ${least} were available: ${answer.text}`,
  ];
}

/**
 * Checks that no answer costs more than the prices allow, or reports a higher balance than there
 * can be.
 */
function boundProblems({ books }: FaultAccount, operation: Operation, answer: FaultAnswer): string[] {
  const { order, startedAt } = operation;
  const { status, creditsCharged, creditsRequired, creditsRemaining } = answer;
  const cost = Math.round((status === 200 ? creditsCharged : (creditsRequired ?? 0)) * 1_000);
  const mostCost = books.prices.most(order.subjects, order.infoTypes, startedAt, performance.now());
  const left = Math.round((creditsRemaining ?? 0) * 1_000);
  const mostLeft = books.mostRemaining(operation);
  return [
    ...(cost <= mostCost
      ? []
      : [`${nameOf(order)} costs ${cost} millicredits, expected at most ${mostCost}: ${answer.text}`]),
    ...(left <= mostLeft
      ? []
      : [
          `account ${books.accountId}: ${nameOf(order)} reports ${left} millicredits left, expected at most ${mostLeft}`,
        ]),
  ];
}

/** Repeats a request while others spend. A replay of the stored response must be byte-identical. */
async function repeat(order: Order, first: FaultAnswer, options: SpenderOptions): Promise<string[]> {
  const again = await askOnce(order, options);
  if (again?.status !== 200) return [];
  if (!again.isReplay || again.text === first.text) return [];
  if (options.isLost(order)) return [];
  return [`${nameOf(order)}: first ${first.text}, then ${again.text}`];
}

function outcomeName(answer: FaultAnswer): string {
  const name = answer.code === undefined ? String(answer.status) : `${answer.status} ${answer.code}`;
  return isFinal(answer) && answer.code !== 'idempotency_key_reused' ? name : `${name}, retried`;
}
