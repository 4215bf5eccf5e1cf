import { createSettlementRepeater } from './settlement-repeater.js';
import { createSettlementLog, isFinal, settle, type Settlement, type SettlingDependencies } from './settling.js';

/**
 * Ends the reservations of attempts that are over, outside the requests that made them, and repeats
 * what is not final. What gets lost with a full queue or a crash, recovery finds still pending.
 */
export interface SettlementQueue {
  add(settlement: Settlement): void;
  /** Resolves when nothing is queued or under way. */
  idle(): Promise<void>;
  /** Takes nothing more, and waits for what it has, no longer than the limit. */
  stop(limitMs: number): Promise<void>;
}

const MAX_QUEUED = 10_000;
/** In one call. */
const MAX_BATCH = 100;
/** One account whose balance is locked must not hold the others up for longer. */
const TIMEOUT_MS = 1_000;
/**
 * A batch that is not full begins this long after its first settlement came: nobody waits for it, what
 * comes meanwhile costs no call of its own, and several of one account are one statement.
 */
const GATHER_MS = 15;

export interface SettlementQueueOptions {
  /** How long after the first of a batch it begins. Default 15. */
  readonly gatherMs?: number;
}

/**
 * Everything is settled in batches, one at a time: while one is under way the next gathers, so batches
 * grow with the load. What is not settled with its batch is repeated by itself, beside the others.
 */
export function createSettlementQueue(
  dependencies: SettlingDependencies,
  { gatherMs = GATHER_MS }: SettlementQueueOptions = {},
): SettlementQueue {
  const log = createSettlementLog(dependencies);
  const repeater = createSettlementRepeater(dependencies, log);
  const queue: Settlement[] = [];
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let isStopped = false;
  /** When the oldest that is queued came, or an older one. */
  let since = 0;
  const gathering = createWait();

  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const gatherUntil = since + gatherMs;
      if (!isStopped && queue.length < MAX_BATCH && performance.now() < gatherUntil) await gathering.until(gatherUntil);
      const batch = queue.splice(0, MAX_BATCH);
      const unsettled = await settle(dependencies, batch, TIMEOUT_MS);
      log.settled(batch.length - unsettled.size);
      for (const [settlement, failure] of unsettled) {
        if (isFinal(failure)) log.refused(settlement, failure);
        else repeater.add(settlement);
      }
    }
    isWorking = false;
  };

  const idle = async (): Promise<void> => {
    await working;
    await repeater.idle();
  };

  return {
    add(settlement) {
      if (isStopped || queue.length + repeater.waiting() >= MAX_QUEUED) return log.lost(settlement);
      if (queue.length === 0) since = performance.now();
      queue.push(settlement);
      if (queue.length >= MAX_BATCH) gathering.end();
      if (isWorking) return;
      isWorking = true;
      working = work();
    },
    idle,
    async stop(limitMs) {
      isStopped = true;
      gathering.end();
      repeater.stop();
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limitMs);
      });
      await Promise.race([idle(), limit]);
      clearTimeout(timer);
      queue.length = 0;
    },
  };
}

/** Waits for an instant of `performance.now()`, or until it is ended: one wait at a time. */
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
