import type { Order } from './orders.js';
import type { Prices } from './prices.js';
import { createTimeline, type Timeline } from './timeline.js';

/** The outcome of an operation as far as its client knows. */
export type Outcome =
  | { readonly kind: 'live' }
  /** The answer was 200. */
  | { readonly kind: 'charged'; readonly millicredits: number }
  /** The answer was 402 or 422: nothing of the operation may ever be charged. */
  | { readonly kind: 'refused' }
  /** The client stopped asking; the operation may have been charged or not. */
  | { readonly kind: 'abandoned' }
  /** The client stopped asking because the first answer said that nothing had happened. */
  | { readonly kind: 'denied' };

/** One spend under one Idempotency-Key. Instants are those of `performance.now()`. */
export interface Operation {
  readonly order: Order;
  readonly startedAt: number;
  endedAt: number;
  outcome: Outcome;
  /** The amount charged with certainty before the operation began, in millicredits. */
  readonly chargedBefore: number;
}

export interface Grant {
  readonly reference: string;
  readonly millicredits: number;
  /**
   * 'denied': the first answer said that nothing had happened, and the operator did not ask again.
   */
  state: 'sent' | 'made' | 'denied';
  madeAt: number;
}

/**
 * An account's money as its owner knows it. It uses only requests and answers, and the simplest
 * arithmetic. Consumed credits stay consumed. What is left is the allowance less what was consumed
 * of it, never below 0, plus the purchased credits that were not consumed.
 */
export interface Books {
  readonly accountId: string;
  readonly prices: Prices;
  readonly allowance: Timeline;
  readonly grants: Grant[];
  readonly operations: Operation[];
  /** The end of its month, if that falls in the run. Undefined: long after the run. */
  readonly renewsAt: Date | undefined;
  begin(order: Order): Operation;
  end(operation: Operation, outcome: Outcome): void;
  /** Returns everything that was granted, in millicredits. */
  granted(): number;
  /** Returns the highest balance that an answer to an operation may report, in millicredits. */
  mostRemaining(operation: Operation): number;
  /**
   * Returns the least that was available to an operation at any moment since `since`, whatever
   * other operations did, in millicredits. Ignores a new month, which only adds credits.
   */
  leastAvailable(operation: Operation, since: number): number;
}

/**
 * How long an operation may hold credits after its last answer. A reservation whose process died is
 * released within 15 s; the rest allows for faults that delay recovery.
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

  const sumOf = (isIncluded: (grant: Grant) => boolean): number =>
    grants.filter(isIncluded).reduce((sum, { millicredits }) => sum + millicredits, purchasedMillicredits);

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
      // Whatever was consumed under a smaller allowance than the largest may have been purchased
      // credits.
      const most = Math.max(...allowance.possible(0, performance.now()));
      return most * (renewsAt === undefined ? 1 : 2) + sumOf(() => true) - chargedBefore;
    },
    leastAvailable(operation, since) {
      const now = performance.now();
      const left =
        Math.min(...allowance.possible(since, now)) + sumOf(({ state, madeAt }) => state === 'made' && madeAt <= since);
      const heldOrSpent = operations
        .filter((other) => other !== operation)
        .map((other) => {
          const { order, startedAt, endedAt, outcome } = other;
          const most = prices.most(order.subjects, order.infoTypes, startedAt, Math.min(endedAt, now));
          const mayHold = outcome.kind === 'live' || outcome.kind === 'abandoned' || endedAt > since - HOLD_MS;
          if (mayHold) return most;
          return outcome.kind === 'charged' ? outcome.millicredits : 0;
        })
        .reduce((sum, millicredits) => sum + millicredits, 0);
      return left - heldOrSpent;
    },
  };
}
