import { setTimeout as sleep } from 'node:timers/promises';
import { mapBounded } from '@prospecting/platform/batching';
import { toDomainError } from '@prospecting/platform/errors';
import { fromTimestamp } from '@prospecting/platform/grpc';
import { Counter, Gauge } from '@prospecting/platform/telemetry';
import type { credits } from '@prospecting/protos';
import type { SpendingDependencies } from './dependencies.js';
import { resolveAttempt, type Resolution } from './resolve-attempt.js';
import { settleReservations } from './settle-reservations.js';

export interface RecoveryOptions {
  /** How long a reservation may be pending before it is taken for abandoned. Any value is safe: it decides only who is interrupted. */
  readonly graceMs: number;
  /** Time between two runs, on average. */
  readonly intervalMs: number;
}

/**
 * Ends the reservations that crashes left pending: captures those whose attempt has committed, releases the others. Runs in every replica:
 * whatever several do to one reservation comes to the same.
 */
export interface Recovery {
  start(): void;
  /** One run now; answers how many reservations it ended. */
  runOnce(): Promise<number>;
  /** Ends the loop, after the run that is under way. */
  stop(): Promise<void>;
}

/** Reservations in one page, and pages in one run. */
const PAGE_SIZE = 100;
const MAX_PAGES = 50;
const MAX_IN_FLIGHT = 4;
const CALL_TIMEOUT_MS = 5_000;

export function createRecovery(dependencies: SpendingDependencies, options: RecoveryOptions): Recovery {
  const { logger, clock } = dependencies;
  const metrics = createMetrics(dependencies);
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();

  const recoverPage = async (): Promise<number> => {
    const now = clock.now();
    const pending = await listAbandoned(dependencies, options.graceMs);
    metrics.observe(pending, now);
    if (pending.length === 0) return 0;
    await dependencies.crashPoints?.pass('reveal.recovering');
    const resolutions = await mapBounded(pending, MAX_IN_FLIGHT, ({ accountId, reservationId }) =>
      resolveAttempt(dependencies, { accountId, attemptId: reservationId }),
    );
    await dependencies.crashPoints?.pass('reveal.aborted');
    await settleReservations(dependencies.credits, resolutions, callWithin(CALL_TIMEOUT_MS));
    metrics.count(resolutions);
    return pending.length;
  };

  const runOnce = async (): Promise<number> => {
    let recovered = 0;
    for (let page = 0; page < MAX_PAGES && !stopping.signal.aborted; page += 1) {
      const ofPage = await recoverPage();
      recovered += ofPage;
      if (ofPage < PAGE_SIZE) break;
    }
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
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

async function listAbandoned(
  { credits: { reader } }: SpendingDependencies,
  minAgeMs: number,
): Promise<credits.Reservation[]> {
  const request = { minAgeMs, limit: PAGE_SIZE, after: '' };
  const { reservations } = await reader.listPendingReservations(request, callWithin(CALL_TIMEOUT_MS));
  return reservations;
}

function callWithin(timeoutMs: number): { deadlineAt: number } {
  return { deadlineAt: Date.now() + timeoutMs };
}

interface RecoveryMetrics {
  observe(pending: readonly credits.Reservation[], now: Date): void;
  count(resolutions: readonly Resolution[]): void;
  fail(): void;
}

function createMetrics({ registry }: SpendingDependencies): RecoveryMetrics {
  const registers = registry === undefined ? [] : [registry];
  const abandoned = new Gauge({
    name: 'prospect_recovery_pending_reservations',
    help: `Reservations pending longer than the grace period when recovery last looked (${PAGE_SIZE} at most).`,
    registers,
  });
  const oldestAge = new Gauge({
    name: 'prospect_recovery_oldest_reservation_seconds',
    help: 'Age of the oldest of them; 0 when there is none.',
    registers,
  });
  const recovered = new Counter({
    name: 'prospect_recovery_total',
    help: 'Reservations that recovery ended (capture, release), and runs that failed.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    observe(pending, now) {
      const oldest = pending[0]?.reservedAt;
      abandoned.set(pending.length);
      oldestAge.set(
        oldest === undefined || oldest === null ? 0 : (now.getTime() - fromTimestamp(oldest).getTime()) / 1000,
      );
    },
    count(resolutions) {
      for (const { kind } of resolutions) recovered.inc({ outcome: kind });
    },
    fail: () => recovered.inc({ outcome: 'failed' }),
  };
}
