import { setTimeout as sleep } from 'node:timers/promises';
import { mapBounded } from '@prospecting/platform/batching';
import { toDomainError } from '@prospecting/platform/errors';
import { Counter, Gauge } from '@prospecting/platform/telemetry';
import type { credits } from '@prospecting/protos';
import { fenceAttempt, type Resolution } from './attempts.js';
import { settleReservations } from './credits.js';
import type { SpendingDependencies } from './dependencies.js';

export interface RecoveryOptions {
  /** How long a reservation may be pending before it is taken for abandoned. Any value is safe: it decides only who is interrupted. */
  readonly graceMs: number;
  /** Time between two runs, on average. */
  readonly intervalMs: number;
}

/**
 * As long as a request that spends may take, so that only a very slow one is interrupted; and short
 * enough that what a dead process reserved is released within 15 s.
 */
export const DEFAULT_RECOVERY: RecoveryOptions = { graceMs: 10_000, intervalMs: 2_000 };

/**
 * Ends the reservations that crashes left pending: captures those whose attempt has committed, releases the others. Runs in every replica:
 * whatever several do to one reservation comes to the same.
 */
export interface Recovery {
  start(): void;
  /** One run now; answers how many reservations it ended. */
  runOnce(): Promise<number>;
  /** Ends the loop, after the page that is under way, no longer than the limit: what is left, the next run finds. */
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

  // By key, to the end: what cannot be settled is passed over, and hides nothing behind it.
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
    if (recovered > 0) logger.warn({ recovered }, 'ended reservations that were left pending');
    return recovered;
  };

  const runForever = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Spread, so that the replicas do not ask all at once.
      const waitMs = options.intervalMs * (0.5 + Math.random());
      await sleep(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      await runOnce().catch((error: unknown) => {
        metrics.fail();
        logger.error({ err: toDomainError(error) }, 'recovery failed; it tries again');
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
      const limit = new AbortController();
      await Promise.race([loop, sleep(limitMs, undefined, { signal: limit.signal }).catch(() => {})]);
      limit.abort();
    },
  };
}

/** Ends what can be ended of a page, whatever the rest of it meets; answers how many that were. */
async function recoverPage(
  dependencies: SpendingDependencies,
  metrics: RecoveryMetrics,
  page: readonly credits.Reservation[],
): Promise<number> {
  const { crashPoints, logger } = dependencies;
  const logStuck = (attemptId: string, error: unknown): void => {
    metrics.fail();
    logger.error({ err: toDomainError(error), attemptId }, 'a reservation stays pending; recovery tries it again');
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
  const unsettled = await settleReservations(dependencies.credits, fenced, callWithin(CALL_TIMEOUT_MS));
  for (const [{ attemptId }, failure] of unsettled) logStuck(attemptId, failure);
  const settled = fenced.filter((each) => !unsettled.has(each));
  metrics.count(settled);
  return settled.length;
}

function callWithin(timeoutMs: number): { deadlineAt: number } {
  return { deadlineAt: Date.now() + timeoutMs };
}

interface RecoveryMetrics {
  observeOldest(ageMs: number): void;
  observeAbandoned(reservations: number): void;
  count(resolutions: readonly Resolution[]): void;
  fail(): void;
}

function createMetrics({ registry }: SpendingDependencies): RecoveryMetrics {
  const registers = registry === undefined ? [] : [registry];
  const abandoned = new Gauge({
    name: 'prospect_recovery_pending_reservations',
    help: 'Reservations pending longer than the grace period when recovery last looked.',
    registers,
  });
  const oldestAge = new Gauge({
    name: 'prospect_recovery_oldest_reservation_seconds',
    help: 'Age of the oldest of them; 0 when there is none.',
    registers,
  });
  const recovered = new Counter({
    name: 'prospect_recovery_total',
    help: 'Reservations that recovery ended (capture, release) or could not end, and runs that failed (failed).',
    labelNames: ['outcome'],
    registers,
  });
  return {
    observeOldest: (ageMs) => oldestAge.set(ageMs / 1000),
    observeAbandoned: (reservations) => abandoned.set(reservations),
    count(resolutions) {
      for (const { kind } of resolutions) recovered.inc({ outcome: kind });
    },
    fail: () => recovered.inc({ outcome: 'failed' }),
  };
}
