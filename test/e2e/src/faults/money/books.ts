import type { Order } from './orders.js';
import type { Prices } from './prices.js';
import { createTimeline, type Timeline } from './timeline.js';

/** How an operation ended, as its client knows. */
export type Outcome =
  | { readonly kind: 'live' }
  /** 200. */
  | { readonly kind: 'charged'; readonly millicredits: number }
  /** 402 or 422: nothing of it may ever be charged. */
  | { readonly kind: 'refused' }
  /** The client went away; it may have been charged or not. */
  | { readonly kind: 'abandoned' }
  /** The client went away as it was told, at its first try, that nothing had happened. */
  | { readonly kind: 'denied' };

/** One spend under one Idempotency-Key. Instants are those of `performance.now()`. */
export interface Operation {
  readonly order: Order;
  readonly startedAt: number;
  endedAt: number;
  outcome: Outcome;
  /** What had been charged for certain before it began, in millicredits. */
  readonly chargedBefore: number;
}

export interface Grant {
  readonly reference: string;
  readonly millicredits: number;
  /** 'denied': it was answered that nothing happened, and was not asked for again. */
  state: 'asked' | 'made' | 'denied';
  madeAt: number;
}

/**
 * An account's money as its owner knows it: from what was asked and what was answered, by the plainest arithmetic, and nothing else. What is
 * consumed stays consumed; what is left is the allowance less what was consumed of it, never below 0, and the purchased credits that were
 * not consumed.
 */
export interface Books {
  readonly accountId: string;
  readonly prices: Prices;
  readonly allowance: Timeline;
  readonly grants: Grant[];
  readonly operations: Operation[];
  /** When its month ends during the run; absent: long after it. */
  readonly renewsAt: Date | undefined;
  begin(order: Order): Operation;
  end(operation: Operation, outcome: Outcome): void;
  /** Everything that was or may have been granted, in millicredits. */
  granted(): number;
  /** The most that an answer to an operation may say is left, in millicredits. */
  mostRemaining(operation: Operation): number;
  /**
   * The least that was there for an operation, from an instant on, whatever other operations did; in
   * millicredits. A new month only adds to it.
   */
  leastAvailable(operation: Operation, since: number): number;
}

/**
 * How long an operation may hold credits after its last answer: a reservation whose maker has died is released within 15 s. The rest is for
 * what the faults of the run keep recovery from.
 */
const HOLD_MS = 15_000 + 15_000;

export interface Opening {
  readonly accountId: string;
  readonly prices: Prices;
  readonly includedMillicredits: number;
  readonly purchasedMillicredits: number;
  readonly renewsAt?: Date | undefined;
}

export function openBooks(opening: Opening): Books {
  const { accountId, prices, purchasedMillicredits, renewsAt } = opening;
  const allowance = createTimeline(opening.includedMillicredits);
  const grants: Grant[] = [];
  const operations: Operation[] = [];

  const sumOf = (isMeant: (grant: Grant) => boolean): number =>
    grants.filter(isMeant).reduce((sum, { millicredits }) => sum + millicredits, purchasedMillicredits);

  return {
    accountId,
    prices,
    allowance,
    grants,
    operations,
    renewsAt,
    begin(order) {
      const operation: Operation = {
        order,
        startedAt: performance.now(),
        endedAt: Infinity,
        outcome: { kind: 'live' },
        chargedBefore: operations.reduce(
          (sum, { outcome }) => sum + (outcome.kind === 'charged' ? outcome.millicredits : 0),
          0,
        ),
      };
      operations.push(operation);
      return operation;
    },
    end(operation, outcome) {
      operation.endedAt = performance.now();
      operation.outcome = outcome;
    },
    granted: () => sumOf(({ state }) => state === 'made'),
    mostRemaining({ chargedBefore }) {
      // What was consumed under a smaller allowance than the largest may have been purchased.
      const most = Math.max(...allowance.possible(0, performance.now()));
      return most * (renewsAt === undefined ? 1 : 2) + sumOf(() => true) - chargedBefore;
    },
    leastAvailable(operation, since) {
      const now = performance.now();
      const left =
        Math.min(...allowance.possible(since, now)) + sumOf(({ state, madeAt }) => state === 'made' && madeAt <= since);
      const taken = operations
        .filter((other) => other !== operation)
        .map((other) => {
          const { order, startedAt, endedAt, outcome } = other;
          const most = prices.most(order.subjects, order.infoTypes, startedAt, Math.min(endedAt, now));
          const mayHold = outcome.kind === 'live' || outcome.kind === 'abandoned' || endedAt > since - HOLD_MS;
          if (mayHold) return most;
          return outcome.kind === 'charged' ? outcome.millicredits : 0;
        })
        .reduce((sum, millicredits) => sum + millicredits, 0);
      return left - taken;
    },
  };
}
