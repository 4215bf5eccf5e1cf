import { mapBounded } from '@prospecting/platform/batching';
import { toDomainError } from '@prospecting/platform/errors';
import { Counter } from '@prospecting/platform/telemetry';
import { fenceAttempt, type AttemptName, type Resolution } from './attempts.js';
import { settleReservations } from './credits.js';
import type { SpendingDependencies } from './dependencies.js';

/** A reservation to be ended: captured, or as its attempt's row says once it is fenced. */
export type Settlement = Extract<Resolution, { kind: 'capture' }> | (AttemptName & { readonly kind: 'unknown' });

export type SettlingDependencies = Pick<
  SpendingDependencies,
  'revealPool' | 'clock' | 'credits' | 'logger' | 'registry' | 'pause' | 'crashPoints'
>;

/** Statements of one batch under way at once. */
const MAX_IN_FLIGHT = 4;

/** Settles each, in one call for all captures and one for all releases; answers the failures. Never rejects. */
export async function settle(
  dependencies: SettlingDependencies,
  batch: readonly Settlement[],
  timeoutMs: number,
): Promise<ReadonlyMap<Settlement, unknown>> {
  const { credits, crashPoints } = dependencies;
  const unsettled = new Map<Settlement, unknown>();
  try {
    await crashPoints?.pass('reveal.settling');
    const settlementOf = new Map<Resolution, Settlement>();
    await mapBounded(batch, MAX_IN_FLIGHT, async (settlement) => {
      try {
        const isKnown = settlement.kind === 'capture';
        settlementOf.set(
          isKnown ? settlement : await fenceAttempt(dependencies, settlement, { timeoutMs }),
          settlement,
        );
      } catch (error) {
        unsettled.set(settlement, error);
      }
    });
    const call = { deadlineAt: Date.now() + timeoutMs };
    for (const [resolution, failure] of await settleReservations(credits, [...settlementOf.keys()], call))
      unsettled.set(settlementOf.get(resolution) as Settlement, failure);
    await crashPoints?.pass('reveal.settled');
  } catch (error) {
    for (const settlement of batch) unsettled.set(settlement, error);
  }
  return unsettled;
}

/** Asking again would be answered the same. */
export function isFinal(failure: unknown): boolean {
  return toDomainError(failure).code === 'validation_failed';
}

/** Where it is noted what became of settlements. */
export interface SettlementLog {
  settled(count: number): void;
  /** It can never be settled: something is wrong with the books. */
  refused(settlement: Settlement, failure: unknown): void;
  /** It is left to recovery. */
  lost(settlement: Settlement): void;
}

export function createSettlementLog({ logger, registry }: SettlingDependencies): SettlementLog {
  const counter = new Counter({
    name: 'prospect_settlements_total',
    help: 'Reservations that were handed on to be captured or released, by what became of that; lost ones are left to recovery.',
    labelNames: ['result'],
    registers: registry === undefined ? [] : [registry],
  });
  return {
    settled: (count) => counter.inc({ result: 'settled' }, count),
    refused({ attemptId }, failure) {
      counter.inc({ result: 'refused' });
      logger.error({ err: toDomainError(failure), attemptId }, 'a reservation cannot be settled');
    },
    lost({ attemptId }) {
      counter.inc({ result: 'lost' });
      logger.warn({ attemptId }, 'a reservation is left to recovery');
    },
  };
}
