import { mapBounded } from '@prospecting/platform/batching';
import { toDomainError } from '@prospecting/platform/errors';
import { Counter } from '@prospecting/platform/telemetry';
import type { SpendingDependencies } from './dependencies.js';
import type { ReadRecords } from './records-reader.js';
import { resolveAttempt, type AttemptName, type Resolution } from './resolve-attempt.js';
import { settleReservations } from './settle-reservations.js';

/** A reservation to be ended; `unknown`: as the attempt's row says, once it is fenced. */
export type Unsettled = Resolution | (AttemptName & { readonly kind: 'unknown' });

/**
 * Ends the reservations of attempts that are over, outside the requests that made them. Everything in it may get lost, by a full
 * queue, a failure or a crash: recovery finds what is left pending.
 */
export interface SettlementQueue {
  add(unsettled: Unsettled): void;
  /** Resolves when nothing is queued or under way. */
  idle(): Promise<void>;
  /** Takes nothing more, and waits for what it has, no longer than the limit. */
  stop(limitMs: number): Promise<void>;
}

const MAX_QUEUED = 10_000;
/** In one call. */
const MAX_BATCH = 100;
/** Statements of one batch under way at once. */
const MAX_IN_FLIGHT = 4;
const CALL_TIMEOUT_MS = 5_000;
/**
 * A batch that is not full begins so long after the first of it came: nobody waits for it, what comes meanwhile costs no call of its own, and
 * several of an account are one statement. Far less than the pauses of a request that finds the balance taken by others are in all.
 */
const GATHER_MS = 15;
/** Before each further try of a batch. */
const RETRY_PAUSES_MS = [100, 500];

/** What carries out an order: all that spending needs, what is on record, and where its reservations end. */
export interface RevealDependencies extends SpendingDependencies {
  readonly readRecords: ReadRecords;
  readonly settlements: SettlementQueue;
}

type QueueDependencies = Pick<
  SpendingDependencies,
  'revealPool' | 'clock' | 'credits' | 'logger' | 'registry' | 'pause' | 'crashPoints'
>;

export interface SettlementQueueOptions {
  /** How long after the first of a batch it begins. Default 15. */
  readonly gatherMs?: number;
}

export function createSettlementQueue(
  dependencies: QueueDependencies,
  { gatherMs = GATHER_MS }: SettlementQueueOptions = {},
): SettlementQueue {
  const { logger, registry } = dependencies;
  const counter = new Counter({
    name: 'prospect_settlements_total',
    help: 'Reservations that were handed on to be captured or released, by what became of that; lost ones are left to recovery.',
    labelNames: ['result'],
    registers: registry === undefined ? [] : [registry],
  });
  let queue: Unsettled[] = [];
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let isStopped = false;
  /** When the oldest that is queued came, or an older one. */
  let since = 0;
  const gathering = createWait();

  // One batch at a time: while it is under way the next one gathers, so batches grow with the load.
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const gatherUntil = since + gatherMs;
      if (!isStopped && queue.length < MAX_BATCH && performance.now() < gatherUntil) await gathering.until(gatherUntil);
      const batch = queue.slice(0, MAX_BATCH);
      queue = queue.slice(MAX_BATCH);
      try {
        await settleBatch(dependencies, batch);
        counter.inc({ result: 'settled' }, batch.length);
      } catch (error) {
        counter.inc({ result: 'lost' }, batch.length);
        logger.warn({ err: toDomainError(error), reservations: batch.length }, 'reservations left to recovery');
      }
    }
    isWorking = false;
  };

  return {
    add(unsettled) {
      if (isStopped || queue.length >= MAX_QUEUED) {
        counter.inc({ result: 'lost' });
        return;
      }
      if (queue.length === 0) since = performance.now();
      queue.push(unsettled);
      if (queue.length >= MAX_BATCH) gathering.end();
      if (isWorking) return;
      isWorking = true;
      working = work();
    },
    idle: () => working,
    async stop(limitMs) {
      isStopped = true;
      gathering.end();
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limitMs);
      });
      await Promise.race([working, limit]);
      clearTimeout(timer);
      queue = [];
    },
  };
}

/** Waits for an instant of `performance.now()`, unless told to end: one wait at a time. */
function createWait(): { until(instant: number): Promise<void>; end(): void } {
  let end = (): void => {};
  return {
    until: (instant) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, instant - performance.now());
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}

async function settleBatch(dependencies: QueueDependencies, batch: readonly Unsettled[]): Promise<void> {
  const { credits, pause, crashPoints } = dependencies;
  for (let round = 0; ; round += 1) {
    try {
      await crashPoints?.pass('reveal.settling');
      const resolutions = await mapBounded(batch, MAX_IN_FLIGHT, async (each) =>
        each.kind === 'unknown' ? resolveAttempt(dependencies, each) : each,
      );
      await settleReservations(credits, resolutions, { deadlineAt: Date.now() + CALL_TIMEOUT_MS });
      await crashPoints?.pass('reveal.settled');
      return;
    } catch (error) {
      const pauseMs = RETRY_PAUSES_MS[round];
      if (pauseMs === undefined || toDomainError(error).code !== 'service_unavailable') throw error;
      await pause(pauseMs);
    }
  }
}
