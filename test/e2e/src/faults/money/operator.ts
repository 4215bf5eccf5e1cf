import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.js';
import type { Tally } from '../tally.js';
import type { Books, Grant } from './books.js';
import type { Patrons } from './customers.js';
import { saysNothingHappened, send, type RawAnswer } from './exchange.js';
import type { Timeline } from './timeline.js';

export interface OperatorOptions {
  readonly random: Random;
  /** Admin listeners of the gateways, on ways that lose replies. */
  readonly adminUrls: readonly string[];
  readonly adminToken: string;
  readonly patrons: Patrons;
  /** The accounts that spend just now. */
  readonly active: () => readonly string[];
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly violations: string[];
  readonly isFaulty: () => boolean;
}

/** Operators who grant credits, change allowances and change prices, each time until it is answered. */
export interface Operators {
  run(shouldStop: () => boolean): Promise<void>;
  writes(): number;
}

const OPERATORS = 3;
const PAUSE_MS = 250;
const RETRY_MS = 200;
const TIME_LIMIT_MS = 150_000;
/** A request that nobody waits for any more may still be carried out for so long; only then is the next change of the same value sent. */
const ECHO_MS = 15_000;

export function createOperators(options: OperatorOptions): Operators {
  const { random, patrons, active } = options;
  let writes = 0;
  /** Values that someone is changing, or that a lost request may still change. */
  const busy = new Set<Timeline>();

  const change = async (timeline: Timeline, value: number, method: string, path: string, body: object) => {
    if (busy.has(timeline)) return;
    busy.add(timeline);
    timeline.begin(value);
    const { lost } = await insist(options, method, path, body);
    timeline.confirm(value);
    writes += 1;
    if (lost) await delay(options.isFaulty() ? ECHO_MS : 0);
    busy.delete(timeline);
  };
  const work = async (): Promise<void> => {
    const activeIds = active();
    const candidates = patrons.regular.filter(({ books }) => activeIds.includes(books.accountId));
    if (candidates.length === 0) return;
    const { books } = random.pick(candidates);
    const drawn = random.next();
    if (drawn < 0.4) {
      await grant(books, options);
      writes += 1;
    } else if (drawn < 0.85) {
      const included = random.between(0, 150) * 1_000;
      const path = `/accounts/${books.accountId}/credits/subscription`;
      await change(books.allowance, included, 'POST', path, { included: included / 1_000 });
    } else {
      const [subject, infoType, timeline] = random.pick(patrons.movingPrices.all());
      const millicredits = random.between(1, 12) * 100;
      const body = { group: patrons.movingPrices.group, subject, infoType, credits: millicredits / 1_000 };
      await change(timeline, millicredits, 'PUT', '/prices', body);
    }
  };
  return {
    writes: () => writes,
    async run(shouldStop) {
      const shift = async (): Promise<void> => {
        while (!shouldStop()) {
          await work();
          await delay(PAUSE_MS * 2 * random.next());
        }
      };
      await Promise.all(Array.from({ length: OPERATORS }, shift));
    },
  };
}

/** Grants under a reference of its own; the same reference again is the same grant, and with another amount it is refused. */
async function grant(books: Books, options: OperatorOptions): Promise<void> {
  const { random, violations, isFaulty } = options;
  const made: Grant = {
    reference: `invoice ${randomUUID()}`,
    millicredits: random.between(1, 40) * 500,
    state: 'asked',
    madeAt: Infinity,
  };
  books.grants.push(made);
  const path = `/accounts/${books.accountId}/credits/grants`;
  const bodyOf = (millicredits: number): object => ({
    purchased: millicredits / 1_000,
    reference: made.reference,
  });
  const believes = random.chance(0.3);
  const { answer } = await insist(options, 'POST', path, bodyOf(made.millicredits), believes && isFaulty());
  if (answer === 'denied') {
    made.state = 'denied';
    return;
  }
  made.state = 'made';
  made.madeAt = performance.now();
  if (random.chance(0.2)) await insist(options, 'POST', path, bodyOf(made.millicredits));
  if (random.chance(0.1)) {
    const other = await ask(options, 'POST', path, bodyOf(made.millicredits + 500));
    if (other?.status === 200) violations.push(`${made.reference} was granted again, with another amount`);
  }
}

interface Insisted {
  readonly answer: RawAnswer | 'denied' | undefined;
  /** Whether a try was not answered, so that it may still be carried out. */
  readonly lost: boolean;
}

/** Asks until it is answered 200, or, for one who believes it, that nothing happened. */
async function insist(
  options: OperatorOptions,
  method: string,
  path: string,
  body: object,
  believes = false,
): Promise<Insisted> {
  const giveUpAt = performance.now() + TIME_LIMIT_MS;
  let lost = false;
  for (let tries = 1; performance.now() < giveUpAt; tries += 1) {
    const answer = await ask(options, method, path, body);
    if (answer?.status === 200) return { answer, lost };
    if (answer !== undefined && answer.status < 500 && answer.status !== 409) {
      options.violations.push(`${method} ${path} ${JSON.stringify(body)} was answered ${answer.text}`);
      return { answer, lost };
    }
    if (tries === 1 && believes && answer !== undefined && saysNothingHappened(answer.text))
      return { answer: 'denied', lost };
    lost = true;
    await delay(RETRY_MS);
  }
  options.violations.push(`${method} ${path} ${JSON.stringify(body)} was never answered`);
  return { answer: undefined, lost };
}

async function ask(
  { random, adminUrls, adminToken, faults, outcomes, isFaulty }: OperatorOptions,
  method: string,
  path: string,
  body: object,
): Promise<RawAnswer | undefined> {
  const hangUpAfterMs = isFaulty() && random.chance(0.1) ? random.between(1, 60) : undefined;
  const answer = await send(`${random.pick(adminUrls)}/admin/v1${path}`, adminToken, body, {
    method,
    hangUpAfterMs,
    ...(hangUpAfterMs !== undefined && { onHangUp: () => faults.add('operator hung up') }),
  });
  outcomes.add(`operator: ${answer?.status ?? 'no answer'}`);
  return answer;
}
