import { Gauge } from '@prospecting/platform/telemetry';
import { withTimeout } from '@prospecting/platform/timing';
import type { PendingResolution, ResolutionQueue } from './dependencies.js';
import { createResolutionRetrier } from './resolution-retrier.js';
import { createResolutionLog, isFinal, resolveBatch, type ResolvingDependencies } from './resolve-batch.js';

const MAX_QUEUED = 10_000;
/** Resolutions in one batch. */
const MAX_BATCH = 100;
/** Short, so that one account with a locked balance does not hold up the others. */
const TIMEOUT_MS = 1_000;
/**
 * Time from the first resolution of a batch until a batch that is not full starts. Nobody waits for
 * the result, later resolutions join without a call of their own, and several resolutions of one
 * account are one statement.
 */
const GATHER_MS = 15;

export interface ResolutionQueueOptions {
  /**
   * Time from the first resolution of a batch until the batch starts, in milliseconds. Default: 15.
   */
  readonly gatherMs?: number;
}

/**
 * Resolves reservations in batches, one batch at a time. The next batch gathers while one is under
 * way, so batches grow with the load. What fails is retried on its own, outside the batches.
 */
export function createResolutionQueue(
  dependencies: ResolvingDependencies,
  { gatherMs = GATHER_MS }: ResolutionQueueOptions = {},
): ResolutionQueue {
  const log = createResolutionLog(dependencies);
  const retrier = createResolutionRetrier(dependencies, log);
  const queue: PendingResolution[] = [];
  const gathering = createWait();
  registerLength(dependencies, () => queue.length + retrier.waiting());
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let isStopped = false;
  /** When the oldest entry of the queue arrived, or an older one that is already resolved. */
  let gatheringSince = 0;

  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const gatherUntil = gatheringSince + gatherMs;
      if (!isStopped && queue.length < MAX_BATCH && performance.now() < gatherUntil) await gathering.until(gatherUntil);
      const batch = queue.splice(0, MAX_BATCH);
      const unresolved = await resolveBatch(dependencies, batch, TIMEOUT_MS);
      log.resolved(batch.length - unresolved.size);
      for (const [pending, failure] of unresolved) {
        if (isFinal(failure)) log.refused(pending, failure);
        else retrier.add(pending);
      }
    }
    isWorking = false;
  };

  const idle = async (): Promise<void> => {
    await working;
    await retrier.idle();
  };

  return {
    add(pending) {
      if (isStopped || queue.length + retrier.waiting() >= MAX_QUEUED) return log.lost(pending);
      if (queue.length === 0) gatheringSince = performance.now();
      queue.push(pending);
      if (queue.length >= MAX_BATCH) gathering.end();
      if (isWorking) return;
      isWorking = true;
      working = work();
    },
    idle,
    async stop(limitMs) {
      isStopped = true;
      gathering.end();
      retrier.stop();
      await withTimeout(idle(), limitMs, () => undefined);
      queue.length = 0;
    },
  };
}

function registerLength({ registry }: ResolvingDependencies, length: () => number): void {
  new Gauge({
    name: 'prospect_settlements_queued',
    help: 'Reservations of ended spends that wait in this process to be captured or released.',
    registers: registry === undefined ? [] : [registry],
    collect() {
      this.set(length());
    },
  });
}

/**
 * Waits for an instant of `performance.now()`, or until the wait is ended. Allows one wait at a
 * time.
 */
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
