import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@prospecting/platform/random';
import type { Tally } from '../tally.js';
import type { Books, Grant } from './books.js';
import type { FaultAccounts } from './accounts.js';
import { saysNothingHappened, send, type RawAnswer } from './exchange.js';
import type { Timeline } from './timeline.js';

export interface OperatorOptions {
  readonly random: Random;
  /** Admin listeners, behind proxies that lose replies. */
  readonly adminUrls: readonly string[];
  readonly adminToken: string;
  readonly accounts: FaultAccounts;
  /** Returns the accounts that are spending. */
  readonly active: () => readonly string[];
  readonly faults: Tally;
  readonly outcomes: Tally;
  readonly violations: string[];
  readonly isFaulty: () => boolean;
}

/**
 * Operators who grant credits, change allowances and change prices, repeating each request until it
 * is answered.
 */
export interface Operators {
  run(shouldStop: () => boolean): Promise<void>;
  writes(): number;
}

const OPERATORS = 3;
const PAUSE_MS = 250;
const RETRY_MS = 200;
const TIME_LIMIT_MS = 150_000;
/**
 * How long a request may still take effect after its client gave up. The next change of the same
 * value waits this long.
 */
const LATE_EFFECT_MS = 15_000;

export function createOperators(options: OperatorOptions): Operators {
  const { random, accounts, active } = options;
  let writes = 0;
  /** Values that an operator is changing, or that an unanswered request may still change. */
  const changing = new Set<Timeline>();

  const change = async (timeline: Timeline, value: number, method: string, path: string, body: object) => {
    if (changing.has(timeline)) return;
    changing.add(timeline);
    timeline.begin(value);
    const { lost } = await askUntilDone(options, method, path, body);
    timeline.confirm(value);
    writes += 1;
    if (lost) await delay(options.isFaulty() ? LATE_EFFECT_MS : 0);
    changing.delete(timeline);
  };
  const work = async (): Promise<void> => {
    const activeIds = active();
    const candidates = accounts.regular.filter(({ books }) => activeIds.includes(books.accountId));
    if (candidates.length === 0) return;
    const { books } = random.pick(candidates);
    const draw = random.next();
    if (draw < 0.4) {
      await grant(books, options);
      writes += 1;
    } else if (draw < 0.85) {
      const included = random.between(0, 150) * 1_000;
      const path = `/accounts/${books.accountId}/credits/subscription`;
      await change(books.allowance, included, 'POST', path, { included: included / 1_000 });
    } else {
      const [subject, infoType, timeline] = random.pick(accounts.movingPrices.all());
      const millicredits = random.between(1, 12) * 100;
      const body = { group: accounts.movingPrices.group, subject, infoType, credits: millicredits / 1_000 };
      await change(timeline, millicredits, 'PUT', '/prices', body);
    }
  };
  return {
    writes: () => writes,
    async run(shouldStop) {
      const operate = async (): Promise<void> => {
        while (!shouldStop()) {
          await work();
          await delay(PAUSE_MS * 2 * random.next());
        }
      };
      await Promise.all(Array.from({ length: OPERATORS }, operate));
    },
  };
}

/**
 * Grants under a new reference, sometimes repeats it, and sometimes tries another amount under the
 * same reference, which must be refused.
 */
async function grant(books: Books, options: OperatorOptions): Promise<void> {
  const { random, violations, isFaulty } = options;
  const pending: Grant = {
    reference: `invoice ${randomUUID()}`,
    millicredits: random.between(1, 40) * 500,
    state: 'sent',
    madeAt: Infinity,
  };
  books.grants.push(pending);
  const path = `/accounts/${books.accountId}/credits/grants`;
  const bodyOf = (millicredits: number): object => ({
    purchased: millicredits / 1_000,
    reference: pending.reference,
  });
  const believes = random.chance(0.3);
  const { answer } = await askUntilDone(options, 'POST', path, bodyOf(pending.millicredits), believes && isFaulty());
  if (answer === 'denied') {
    pending.state = 'denied';
    return;
  }
  pending.state = 'made';
  pending.madeAt = performance.now();
  if (random.chance(0.2)) await askUntilDone(options, 'POST', path, bodyOf(pending.millicredits));
  if (random.chance(0.1)) {
    const conflicting = await ask(options, 'POST', path, bodyOf(pending.millicredits + 500));
    if (conflicting?.status === 200)
      violations.push(`grant ${pending.reference} was accepted again with another amount`);
  }
}

interface Done {
  readonly answer: RawAnswer | 'denied' | undefined;
  /** Whether a try was not answered, so that it may still take effect. */
  readonly lost: boolean;
}

/**
 * Repeats a request until the answer is 200. With `believes`, also stops at a first answer that
 * says that nothing happened.
 */
async function askUntilDone(
  options: OperatorOptions,
  method: string,
  path: string,
  body: object,
  believes = false,
): Promise<Done> {
  const giveUpAt = performance.now() + TIME_LIMIT_MS;
  let lost = false;
  for (let tries = 1; performance.now() < giveUpAt; tries += 1) {
    const answer = await ask(options, method, path, body);
    if (answer?.status === 200) return { answer, lost };
    if (answer !== undefined && answer.status < 500 && answer.status !== 409) {
      options.violations.push(`${method} ${path} ${JSON.stringify(body)} got an unexpected answer: ${answer.text}`);
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
