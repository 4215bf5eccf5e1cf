import { setTimeout as delay } from 'node:timers/promises';
import { ask, type FaultAnswer } from './exchange.js';
import { drawOrder, type FaultCustomer, type Order } from './orders.js';
import type { Random } from './random.js';
import type { FaultDirectory, Revealable } from './records.js';
import type { Tally } from './tally.js';

/** An order with its answer: 200, 402 or 422. */
export interface Answered {
  readonly order: Order;
  readonly answer: FaultAnswer;
}

export interface SpenderOptions {
  readonly random: Random;
  readonly baseUrls: readonly string[];
  readonly directory: FaultDirectory;
  readonly customers: readonly FaultCustomer[];
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly violations: string[];
  /** While it says so, clients hang up now and then. */
  readonly isFaulty: () => boolean;
}

/** Clients that send random orders, each again with the same key until it is answered. */
export interface Spender {
  readonly answered: readonly Answered[];
  /** Sends orders until told to stop; resolves when all are answered. */
  run(shouldStop: () => boolean): Promise<void>;
}

const CLIENTS = 24;
/** The accounts that are spent from at once. */
const WINDOW = 5;
const ORDERS_PER_CUSTOMER = 30;
const MAX_TRIES = 400;
const TIME_LIMIT_MS = 240_000;

export function createSpender(options: SpenderOptions): Spender {
  const { random, customers, directory, violations } = options;
  const answered: Answered[] = [];
  let drawn = 0;

  const nextOrder = (): Order => {
    const first = Math.floor(drawn / ORDERS_PER_CUSTOMER);
    drawn += 1;
    const customer = customers[(first + random.between(0, WINDOW - 1)) % customers.length] as FaultCustomer;
    return drawOrder(random, customer, directory);
  };
  const work = async (shouldStop: () => boolean): Promise<void> => {
    while (!shouldStop()) {
      const order = nextOrder();
      const answer = await carryOut(order, options);
      if (answer === undefined) {
        violations.push(`${order.path} with key ${order.idempotencyKey} was never answered`);
        continue;
      }
      violations.push(...wrongsOf(order, answer));
      answered.push({ order, answer });
    }
  };
  return {
    answered,
    async run(shouldStop) {
      await Promise.all(Array.from({ length: CLIENTS }, () => work(shouldStop)));
    },
  };
}

/** Asks until there is an answer to keep. */
async function carryOut(order: Order, options: SpenderOptions): Promise<FaultAnswer | undefined> {
  const { random, baseUrls, faults, outcomes, isFaulty } = options;
  const { customer, path, body, idempotencyKey } = order;
  const giveUpAt = Date.now() + TIME_LIMIT_MS;
  for (let tries = 1; tries <= MAX_TRIES && Date.now() < giveUpAt; tries += 1) {
    const hangsUp = isFaulty() && random.chance(0.06);
    const hangUpAfterMs = hangsUp ? random.between(1, 120) : undefined;
    const answer = await ask(random.pick(baseUrls), customer.key, path, body, {
      idempotencyKey,
      hangUpAfterMs,
      ...(hangsUp && { onHangUp: () => faults.add('client hung up') }),
    });
    outcomes.add(answer === undefined ? 'no answer, asked again' : nameOf(answer));
    if (answer !== undefined && isFinal(answer)) return answer;
    await delay(random.between(50, 100 + Math.min(tries, 10) * 50));
  }
  return undefined;
}

function isFinal({ status }: FaultAnswer): boolean {
  return status === 200 || status === 402 || status === 422;
}

function nameOf(answer: FaultAnswer): string {
  const name = answer.code === undefined ? String(answer.status) : `${answer.status} ${answer.code}`;
  return isFinal(answer) ? name : `${name}, asked again`;
}

/** What is wrong with an answer by itself: a success that holds something back, or a failure that shows something. */
function wrongsOf(order: Order, { status, text, results }: FaultAnswer): string[] {
  const name = `${order.path} with key ${order.idempotencyKey}`;
  if (status !== 200) {
    const isKnown = /"code":"(insufficient_credits|credit_cap_exceeded)"/.test(text);
    return isKnown ? [] : [`${name} was answered ${text}`];
  }
  if (results.length !== order.subjects.length) return [`${name} was answered ${results.length} results`];
  return order.subjects.flatMap((subject, index) => {
    const result = results[index];
    const shown = result?.contact ?? result?.switchboard;
    const isShown =
      subject.kind === 'organization'
        ? result?.organization?.detailsRevealed === true
        : order.infoTypes.every((type) => isInClear(subject, type, shown));
    return isShown ? [] : [`${name} was answered 200, and holds back ${subject.kind} ${subject.id}`];
  });
}

/** What a contact or switchboard shows of itself. */
export interface Shown {
  readonly email?: string;
  readonly phone?: string;
}

/** Whether an info type stands there in clear, as far as it is on record. */
export function isInClear(subject: Revealable, infoType: string, shown: Shown | undefined): boolean {
  return infoType === 'email' ? shown?.email === subject.email : shown?.phone === subject.phone;
}
