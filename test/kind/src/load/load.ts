import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '@prospecting/platform/random';
import { problemsWith } from '@prospecting/e2e/faults/money/answers.js';
import { drawOrder, nameOf, type Catalog, type Order } from '@prospecting/e2e/faults/money/orders.js';
import type { LoadAccount } from './accounts.js';
import { sendOnce, type LoadAnswer } from './client.js';
import { addSpend, Excuses, outcomeOfTry, type Allowed, type Counts } from './tally.js';

/** Clients that spend and look up while something is done to the installation. */
export interface Load {
  readonly counts: Counts;
  /** Requests that failed without an excuse, and whatever contradicts a promise. */
  readonly problems: string[];
  /** From now on this may fail. */
  allow(what: Allowed): void;
  /** Lets every operation get its final answer, and ends. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  readonly baseUrl: string;
  readonly accounts: readonly LoadAccount[];
  readonly catalog: Catalog;
  readonly random: Random;
}

const CLIENTS = 6;
/** The pause of each client after each operation: together they send about 20 requests a second. */
const PAUSE_MS = [150, 350] as const;
const RETRY_MS = 400;
/** Longer than any disruption takes, and than the lease of an Idempotency-Key. */
const GIVE_UP_MS = 240_000;
const MOST_PROBLEMS = 20;

export function startLoad({ baseUrl, accounts, catalog, random }: LoadOptions): Load {
  const counts: Counts = { requests: 0, failed: 0, spends: 0 };
  const problems: string[] = [];
  let allowed: Allowed = 'nothing';
  let isStopping = false;
  const complain = (problem: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push(problem);
  };

  /** Repeats a request with the same key until it has a final answer. */
  async function askUntilFinal(name: string, key: string, ask: Parameters<typeof sendOnce>[2]) {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    const excuses = new Excuses();
    while (performance.now() < giveUpAt) {
      const allowedBefore = allowed;
      const answer = await sendOnce(baseUrl, key, ask);
      counts.requests += 1;
      const outcome = outcomeOfTry(answer?.status, answer?.code);
      if (outcome === 'ok') return answer;
      counts.failed += 1;
      if (!excuses.cover(outcome, [allowedBefore, allowed]))
        complain(`${name}: ${outcome} ${answer?.text ?? ''} at ${new Date().toISOString()}`);
      if (outcome === 'wrong') return undefined;
      await delay(RETRY_MS);
    }
    complain(`${name} never got a final answer`);
    return undefined;
  }

  async function spend(account: LoadAccount): Promise<void> {
    const order = drawOrder(random, account.customer, catalog, { idempotencyKey: randomUUID(), lowCaps: 0 });
    const { path, body, idempotencyKey } = order;
    const answer = await askUntilFinal(nameOf(order), account.customer.key, { path, body, idempotencyKey });
    if (answer === undefined) return;
    counts.spends += 1;
    for (const problem of problemsWith(order, asFaultAnswer(answer))) complain(problem);
    const twice = addSpend(account.tally, Math.round(answer.creditsCharged * 1_000), paidFor(order, answer));
    for (const each of twice) complain(`account ${account.tally.accountId} paid twice for ${each}`);
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      const account = random.pick(accounts);
      if (random.chance(0.3)) {
        const { id } = random.pick(catalog.organization);
        const body = { items: [{ id }] };
        await askUntilFinal('a lookup', account.customer.key, { path: '/organizations/match', body });
      } else await spend(account);
      await delay(random.between(...PAUSE_MS));
    }
  }

  const clients = Promise.all(Array.from({ length: CLIENTS }, work));
  return {
    counts,
    problems,
    allow: (what) => void (allowed = what),
    async stop() {
      isStopping = true;
      await clients;
    },
  };
}

type FaultAnswer = Parameters<typeof problemsWith>[1];

/** Returns an answer as the fault harness reads it. */
function asFaultAnswer(answer: LoadAnswer): FaultAnswer {
  const { results } = answer.json as Pick<FaultAnswer, 'results'>;
  return { ...answer, results, creditsRemaining: undefined, creditsRequired: undefined, isReplay: false };
}

interface PricedResult {
  readonly creditCost?: number;
  readonly reveal?: { readonly newInfoTypes: readonly string[] };
}

/** Returns what an answer charged for: `contact <id> email`. */
function paidFor({ subjects }: Order, { json }: LoadAnswer): string[] {
  const { results } = json as { readonly results: readonly PricedResult[] };
  const all = subjects.flatMap(({ kind, id }, index) => {
    const { creditCost = 0, reveal } = results[index] ?? {};
    const types = kind === 'organization' ? (creditCost > 0 ? ['details'] : []) : (reveal?.newInfoTypes ?? []);
    return types.map((type) => `${kind} ${id} ${type}`);
  });
  return [...new Set(all)];
}
