import { mapBounded } from '@prospecting/platform/batching';
import { toDomainError } from '@prospecting/platform/errors';
import { Counter } from '@prospecting/platform/telemetry';
import { fenceAttempt, type Resolution } from './attempts.js';
import { resolveReservations } from './credits.js';
import type { PendingResolution, SpendingDependencies } from './dependencies.js';

export type ResolvingDependencies = Pick<
  SpendingDependencies,
  'revealPool' | 'clock' | 'credits' | 'logger' | 'registry' | 'pause' | 'crashPoints'
>;

/** Statements of one batch that run concurrently. */
const MAX_IN_FLIGHT = 4;

/**
 * Resolves a batch: one call for all captures and one for all releases. Never rejects; returns the
 * failures.
 */
export async function resolveBatch(
  dependencies: ResolvingDependencies,
  batch: readonly PendingResolution[],
  timeoutMs: number,
): Promise<ReadonlyMap<PendingResolution, unknown>> {
  const { credits, crashPoints } = dependencies;
  const unresolved = new Map<PendingResolution, unknown>();
  try {
    await crashPoints?.pass('reveal.resolving');
    const pendingOf = new Map<Resolution, PendingResolution>();
    await mapBounded(batch, MAX_IN_FLIGHT, async (pending) => {
      try {
        const isKnown = pending.kind === 'capture';
        pendingOf.set(isKnown ? pending : await fenceAttempt(dependencies, pending, { timeoutMs }), pending);
      } catch (error) {
        unresolved.set(pending, error);
      }
    });
    const call = { deadlineAt: Date.now() + timeoutMs };
    for (const [resolution, failure] of await resolveReservations(credits, [...pendingOf.keys()], call))
      unresolved.set(pendingOf.get(resolution) as PendingResolution, failure);
    await crashPoints?.pass('reveal.resolved');
  } catch (error) {
    for (const pending of batch) unresolved.set(pending, error);
  }
  return unresolved;
}

/** Returns true when a retry would fail the same way. */
export function isFinal(failure: unknown): boolean {
  return toDomainError(failure).code === 'validation_failed';
}

/** Counts and logs the results of resolutions. */
export interface ResolutionLog {
  resolved(count: number): void;
  /** credits-service refuses the resolution permanently: the books disagree. */
  refused(pending: PendingResolution, failure: unknown): void;
  /** The queue gave the resolution up; recovery takes it over. */
  lost(pending: PendingResolution): void;
}

export function createResolutionLog({ logger, registry }: ResolvingDependencies): ResolutionLog {
  const counter = new Counter({
    name: 'prospect_resolutions_total',
    help: 'Reservations in the resolution queue, by result: resolved, refused (the books disagree) or lost (left to recovery).',
    labelNames: ['result'],
    registers: registry === undefined ? [] : [registry],
  });
  for (const result of ['resolved', 'refused', 'lost']) counter.inc({ result }, 0);
  return {
    resolved: (count) => counter.inc({ result: 'resolved' }, count),
    refused({ attemptId }, failure) {
      counter.inc({ result: 'refused' });
      logger.error(
        { err: toDomainError(failure), attemptId },
        'credits-service refuses to resolve a reservation; it stays pending: run the audit of its account',
      );
    },
    lost({ attemptId }) {
      counter.inc({ result: 'lost' });
      logger.warn({ attemptId }, 'a reservation was not resolved in time; recovery resolves it');
    },
  };
}
