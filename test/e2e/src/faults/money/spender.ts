import { setTimeout as delay } from 'node:timers/promises';
import type { Clocks } from '../clocks.js';
import type { Random } from '../random.js';
import type { Tally } from '../tally.js';
import { isFinal, wrongsOf } from './answers.js';
import type { Operation } from './books.js';
import type { Patron, Patrons } from './customers.js';
import { ask, saysNothingHappened, type FaultAnswer } from './exchange.js';
import { drawOrder, nameOf, type Order, type Shelf } from './orders.js';

/** An operation with its answer: 200, 402 or 422. */
export interface Answered {
  readonly patron: Patron;
  readonly operation: Operation;
  readonly answer: FaultAnswer;
}

export interface SpenderOptions {
  readonly random: Random;
  /** Of each gateway, by the name of its process. */
  readonly gateways: readonly { readonly name: string; readonly baseUrl: string }[];
  readonly clocks: Clocks;
  readonly shelf: Shelf;
  readonly patrons: Patrons;
  /** Whether the harness has deleted the stored response of an order. */
  readonly isLost: (order: Order) => boolean;
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly violations: string[];
  /** While it says so, clients hang up now and then. */
  readonly isFaulty: () => boolean;
}

/** Clients that send random orders, each again with the same key until it is answered. */
export interface Spender {
  readonly answered: readonly Answered[];
  /** The accounts for which something is asked just now. */
  active(): string[];
  /** Sends orders until told to stop; resolves when all are answered. */
  run(shouldStop: () => boolean): Promise<void>;
}

const CLIENTS = 20;
/** The accounts that are spent from at once. */
const WINDOW = 5;
const ORDERS_PER_PATRON = 30;
const MAX_TRIES = 400;
/** A lease of an Idempotency-Key lasts a minute. */
const TIME_LIMIT_MS = 150_000;

/** How often a client does what not all do. */
const OFTEN = {
  /** Comes for one order with exactly what it needs. */
  exact: 0.12,
  hangsUp: 0.06,
  /** Never asks again, and does not learn what came of it. */
  leaves: 0.08,
  /** Believes an answer that nothing happened, and never asks again. */
  believes: 0.2,
  /** Asks again after a success. */
  repeats: 0.15,
  /** Takes the Idempotency-Key of something that was refused for something else. */
  reusesKey: 0.5,
};

export function createSpender(options: SpenderOptions): Spender {
  const { random, patrons, shelf, violations, outcomes } = options;
  const answered: Answered[] = [];
  const active = new Map<string, number>();
  let drawn = 0;

  /** From a window that moves on slowly, so that several at once spend from one account, on the same. */
  const nextPatron = (): Patron => {
    const first = Math.floor(drawn / ORDERS_PER_PATRON);
    drawn += 1;
    const { regular } = patrons;
    return regular[(first + random.between(0, WINDOW - 1)) % regular.length] as Patron;
  };
  const spend = async (patron: Patron, order: Order): Promise<FaultAnswer | undefined> => {
    const { books } = patron;
    const { accountId } = books;
    const operation = books.begin(order);
    active.set(accountId, (active.get(accountId) ?? 0) + 1);
    try {
      const ended = await carryOut(patron, operation, options);
      if (typeof ended === 'string') {
        books.end(operation, { kind: ended });
        outcomes.add(ended === 'denied' ? 'believed that nothing happened' : 'left without an answer');
        return undefined;
      }
      if (ended === undefined) {
        books.end(operation, { kind: 'abandoned' });
        violations.push(`${nameOf(order)} was never answered`);
        return undefined;
      }
      violations.push(...wrongsOf(order, ended), ...mostWrongs(patron, operation, ended));
      const millicredits = Math.round(ended.creditsCharged * 1_000);
      books.end(operation, ended.status === 200 ? { kind: 'charged', millicredits } : { kind: 'refused' });
      answered.push({ patron, operation, answer: ended });
      return ended;
    } finally {
      active.set(accountId, (active.get(accountId) ?? 1) - 1);
    }
  };
  const serve = async (): Promise<void> => {
    const isExact = random.chance(OFTEN.exact);
    const patron = isExact ? await exactPatron(options) : nextPatron();
    if (patron === undefined) return;
    const order = isExact ? (patron as ExactPatron).order : drawOrder(random, patron.customer, shelf);
    const answer = await spend(patron, order);
    if (answer === undefined) return;
    if (answer.status === 200) {
      if (random.chance(OFTEN.repeats)) violations.push(...(await repeat(order, answer, options)));
    } else if (!isExact && random.chance(OFTEN.reusesKey)) {
      const { idempotencyKey } = order;
      await spend(patron, drawOrder(random, patron.customer, shelf, { idempotencyKey, lowCaps: 0 }));
    }
  };
  return {
    answered,
    active: () => [...active].filter(([, count]) => count > 0).map(([accountId]) => accountId),
    async run(shouldStop) {
      const work = async (): Promise<void> => {
        while (!shouldStop()) await serve();
      };
      await Promise.all(Array.from({ length: CLIENTS }, work));
    },
  };
}

interface ExactPatron extends Patron {
  readonly order: Order;
}

/** An account that has exactly what its one order costs: nothing but that order can keep it from being carried out. */
async function exactPatron({ random, patrons, shelf }: SpenderOptions): Promise<ExactPatron | undefined> {
  const nobody = { accountId: '', keyId: '', key: '' };
  // What comes and goes by imports costs one thing now and another later.
  const lasting = { ...shelf, contact: shelf.contact.filter(({ match }) => match !== undefined) };
  const draft = drawOrder(random, nobody, lasting, { lowCaps: 0 });
  const now = performance.now();
  const patron = await patrons.withExactly((prices) => prices.most(draft.subjects, draft.infoTypes, now, now));
  return patron === undefined ? undefined : { ...patron, order: { ...draft, customer: patron.customer } };
}

/** Asks until there is an answer to keep. `undefined`: there never was one. */
async function carryOut(
  patron: Patron,
  { order }: Operation,
  options: SpenderOptions,
): Promise<FaultAnswer | 'abandoned' | 'denied' | undefined> {
  const { random, outcomes, isFaulty, faults } = options;
  const giveUpAt = performance.now() + TIME_LIMIT_MS;
  const isRegular = options.patrons.regular.includes(patron);
  for (let tries = 1; tries <= MAX_TRIES && performance.now() < giveUpAt; tries += 1) {
    const sentAt = performance.now();
    const hangsUp = isFaulty() && random.chance(OFTEN.hangsUp);
    const answer = await askOnce(order, options, hangsUp ? random.between(1, 120) : undefined);
    outcomes.add(answer === undefined ? 'no answer, asked again' : outcomeName(answer));
    if (answer !== undefined && isFinal(answer) && answer.code !== 'idempotency_key_reused') {
      if (answer.status === 402) options.violations.push(...refusalProblems(patron, order, answer, sentAt));
      return answer;
    }
    const isDenied = tries === 1 && answer !== undefined && saysNothingHappened(answer.text);
    if (isFaulty() && isRegular && isDenied && random.chance(OFTEN.believes)) return 'denied';
    if (isFaulty() && isRegular && tries === 1 && random.chance(OFTEN.leaves)) {
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
    violations.push(`${nameOf(order)} was carried out by ${name}, whose clock is wrong`);
  return answer;
}

/** A 402 is right only where what other operations may have taken or may hold leaves too little. */
function refusalProblems({ books }: Patron, order: Order, answer: FaultAnswer, sentAt: number): string[] {
  const operation = books.operations.findLast((each) => each.order === order) as Operation;
  const least = books.leastAvailable(operation, sentAt);
  const required = Math.round((answer.creditsRequired ?? 0) * 1_000);
  if (least < required) return [];
  return [
    `account ${books.accountId}: ${nameOf(order)} was refused for ${required} though there were ${least} at least: ${answer.text}`,
  ];
}

/** No answer may cost more than the prices allow, or say that more is left than there can be. */
function mostWrongs({ books }: Patron, operation: Operation, answer: FaultAnswer): string[] {
  const { order, startedAt } = operation;
  const { status, creditsCharged, creditsRequired, creditsRemaining } = answer;
  const cost = Math.round((status === 200 ? creditsCharged : (creditsRequired ?? 0)) * 1_000);
  const mostCost = books.prices.most(order.subjects, order.infoTypes, startedAt, performance.now());
  const left = Math.round((creditsRemaining ?? 0) * 1_000);
  const mostLeft = books.mostRemaining(operation);
  return [
    ...(cost <= mostCost ? [] : [`${nameOf(order)} costs ${cost}, and not more than ${mostCost}: ${answer.text}`]),
    ...(left <= mostLeft
      ? []
      : [`account ${books.accountId}: ${nameOf(order)} says that ${left} are left, and there are ${mostLeft} at most`]),
  ];
}

/** The same key again, while others spend: the same answer, byte for byte, where it is the stored one. */
async function repeat(order: Order, first: FaultAnswer, options: SpenderOptions): Promise<string[]> {
  const again = await askOnce(order, options);
  if (again?.status !== 200) return [];
  if (!again.isReplay || again.text === first.text) return [];
  if (options.isLost(order)) return [];
  return [`${nameOf(order)}: first ${first.text}, then ${again.text}`];
}

function outcomeName(answer: FaultAnswer): string {
  const name = answer.code === undefined ? String(answer.status) : `${answer.status} ${answer.code}`;
  return isFinal(answer) && answer.code !== 'idempotency_key_reused' ? name : `${name}, asked again`;
}
