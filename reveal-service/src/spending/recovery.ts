import { setTimeout as sleep } from 'node:timers/promises';
import { mapBounded } from '@prospecting/platform/batching';
import { toDomainError } from '@prospecting/platform/errors';
import { Counter, Gauge } from '@prospecting/platform/telemetry';
import { spread, withTimeout } from '@prospecting/platform/timing';
import type { credits } from '@prospecting/protos';
import { fenceAttempt, type Resolution } from './attempts.js';
import { resolveReservations } from './credits.js';
import type { SpendingDependencies } from './dependencies.js';

export interface RecoveryOptions {
  /**
   * Age from which a pending reservation counts as abandoned, in milliseconds. Any value is safe:
   * it only decides which spends under way are interrupted.
   */
  readonly graceMs: number;
  /** Average time between two runs, in milliseconds. */
  readonly intervalMs: number;
}

/**
 * The grace period is as long as a spending request may take, so only a very slow one is
 * interrupted, and short enough to release the reservations of a dead process within 15 s.
 */
export const DEFAULT_RECOVERY: RecoveryOptions = { graceMs: 10_000, intervalMs: 2_000 };

/**
 * Resolves the reservations that crashes left pending: captures those whose attempt has committed
 * and releases the others. Runs in every replica; several replicas may resolve the same reservation
 * without harm.
 */
export interface Recovery {
  start(): void;
  /** Runs once. Returns the number of reservations it resolved. */
  runOnce(): Promise<number>;
  /** Ends the loop after the page under way, within `limitMs`. The next run finds the rest. */
  stop(limitMs: number): Promise<void>;
}

/** Reservations in one page. */
const PAGE_SIZE = 100;
const MAX_IN_FLIGHT = 4;
const CALL_TIMEOUT_MS = 5_000;

export function createRecovery(dependencies: SpendingDependencies, options: RecoveryOptions): Recovery {
  const { logger, credits } = dependencies;
  const metrics = createMetrics(dependencies);
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();

  // Pages by key, to the last one: a reservation that cannot be resolved is skipped and hides
  // nothing.
  const runOnce = async (): Promise<number> => {
    let [recovered, seen, after] = [0, 0, ''];
    do {
      const { reservations, nextAfter } = await credits.reader.listPendingReservations(
        { minAgeMs: options.graceMs, limit: PAGE_SIZE, after },
        callWithin(CALL_TIMEOUT_MS),
      );
      if (after === '') metrics.observeOldest(reservations[0]?.ageMs ?? 0);
      seen += reservations.length;
      if (reservations.length > 0) recovered += await recoverPage(dependencies, metrics, reservations);
      after = nextAfter;
    } while (after !== '' && !stopping.signal.aborted);
    metrics.observeAbandoned(seen);
    metrics.complete();
    if (recovered > 0) logger.warn({ recovered }, 'recovery resolved reservations that were left pending');
    return recovered;
  };

  const runForever = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Jitter, so that the replicas do not all ask simultaneously.
      const waitMs = spread(options.intervalMs);
      await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      await runOnce().catch((error: unknown) => {
        metrics.fail();
        logger.error({ err: toDomainError(error) }, 'a recovery run failed; the next run tries again');
      });
    }
  };

  return {
    start() {
      loop = runForever();
    },
    runOnce,
    async stop(limitMs) {
      stopping.abort();
      await withTimeout(loop, limitMs, () => undefined);
    },
  };
}

/** Resolves a page, skipping what fails. Returns the number of reservations it resolved. */
async function recoverPage(
  dependencies: SpendingDependencies,
  metrics: RecoveryMetrics,
  page: readonly credits.Reservation[],
): Promise<number> {
  const { crashPoints, logger } = dependencies;
  const logStuck = (attemptId: string, error: unknown): void => {
    metrics.fail();
    logger.error({ err: toDomainError(error), attemptId }, 'a reservation stays pending; the next run tries again');
  };
  await crashPoints?.pass('reveal.recovering');
  const fenced: Resolution[] = [];
  await mapBounded(page, MAX_IN_FLIGHT, async ({ accountId, reservationId: attemptId }) => {
    try {
      fenced.push(await fenceAttempt(dependencies, { accountId, attemptId }, { timeoutMs: CALL_TIMEOUT_MS }));
    } catch (error) {
      logStuck(attemptId, error);
    }
  });
  await crashPoints?.pass('reveal.aborted');
  const unresolved = await resolveReservations(dependencies.credits, fenced, callWithin(CALL_TIMEOUT_MS));
  for (const [{ attemptId }, failure] of unresolved) logStuck(attemptId, failure);
  const resolved = fenced.filter((each) => !unresolved.has(each));
  metrics.count(resolved);
  return resolved.length;
}

function callWithin(timeoutMs: number): { deadlineAt: number } {
  return { deadlineAt: Date.now() + timeoutMs };
}

interface RecoveryMetrics {
  observeOldest(ageMs: number): void;
  observeAbandoned(reservations: number): void;
  count(resolutions: readonly Resolution[]): void;
  fail(): void;
  /** A run has gone through every reservation, whether or not it could resolve all of them. */
  complete(): void;
}

function createMetrics({ registry, clock }: SpendingDependencies): RecoveryMetrics {
  const registers = registry === undefined ? [] : [registry];
  const abandoned = new Gauge({
    name: 'prospect_recovery_pending_reservations',
    help: 'Reservations pending longer than the grace period in the last recovery run.',
    registers,
  });
  const oldestAge = new Gauge({
    name: 'prospect_recovery_oldest_reservation_seconds',
    help: 'Age of the oldest of these reservations; 0 without any.',
    registers,
  });
  const recovered = new Counter({
    name: 'prospect_recovery_total',
    help: 'Reservations that recovery resolved (capture, release); reservations and runs that failed (failed).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['capture', 'release', 'failed']) recovered.inc({ outcome }, 0);
  const completedAt = new Gauge({
    name: 'prospect_recovery_last_success_timestamp_seconds',
    help: 'When a recovery run last went through all pending reservations, by the clock of the database; 0 before the first.',
    registers,
  });
  return {
    observeOldest: (ageMs) => oldestAge.set(ageMs / 1000),
    observeAbandoned: (reservations) => abandoned.set(reservations),
    count(resolutions) {
      for (const { kind } of resolutions) recovered.inc({ outcome: kind });
    },
    fail: () => recovered.inc({ outcome: 'failed' }),
    complete: () => completedAt.set(clock.databaseNow().getTime() / 1_000),
  };
}
