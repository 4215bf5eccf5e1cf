import { mapBounded } from '@prospecting/platform/batching';
import { toDomainError } from '@prospecting/platform/errors';
import { Counter } from '@prospecting/platform/telemetry';
import { fenceAttempt, type AttemptName, type Resolution } from './attempts.js';
import { settleReservations } from './credits.js';
import type { SpendingDependencies } from './dependencies.js';

/** A reservation to be ended: captured, or as its attempt's row says once it is fenced. */
export type Settlement = Extract<Resolution, { kind: 'capture' }> | (AttemptName & { readonly kind: 'unknown' });

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
/** Statements of one batch under way at once. */
const MAX_IN_FLIGHT = 4;
/** One account whose balance is locked must not hold the others up for longer. */
const BATCH_TIMEOUT_MS = 1_000;
const REPEAT_TIMEOUT_MS = 5_000;
/** Settlements that are repeated at once, each by itself. */
const MAX_REPEATS_IN_FLIGHT = 8;
/**
 * Pauses before repeating, the last one again and again: a reservation that its maker gave up is
 * released within 2 s.
 */
const REPEAT_PAUSES_MS = [50, 200, 500];
/** After this recovery has found the reservation. */
const MAX_REPEATS = 60;
/**
 * A batch that is not full begins this long after its first settlement came: nobody waits for it, what
 * comes meanwhile costs no call of its own, and several of one account are one statement.
 */
const GATHER_MS = 15;

type QueueDependencies = Pick<
  SpendingDependencies,
  'revealPool' | 'clock' | 'credits' | 'logger' | 'registry' | 'pause' | 'crashPoints'
>;

export interface SettlementQueueOptions {
  /** How long after the first of a batch it begins. Default 15. */
  readonly gatherMs?: number;
}

/*
 * Two lanes. Everything is tried first in the shared lane, in batches, one batch at a time: while one is
 * under way the next gathers, so batches grow with the load. What is not settled there is repeated by
 * itself, beside the others, until it is settled or refused for good.
 */
export function createSettlementQueue(
  dependencies: QueueDependencies,
  { gatherMs = GATHER_MS }: SettlementQueueOptions = {},
): SettlementQueue {
  const count = createCounter(dependencies);
  const shared: Settlement[] = [];
  const repeats: Settlement[] = [];
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let repeating = 0;
  let isStopped = false;
  /** When the oldest that is queued came, or an older one. */
  let since = 0;
  const gathering = createWait();
  const idle = createIdleSignal(() => !isWorking && repeating === 0);

  const work = async (): Promise<void> => {
    while (shared.length > 0) {
      const gatherUntil = since + gatherMs;
      if (!isStopped && shared.length < MAX_BATCH && performance.now() < gatherUntil)
        await gathering.until(gatherUntil);
      const batch = shared.splice(0, MAX_BATCH);
      const unsettled = await settle(dependencies, batch, BATCH_TIMEOUT_MS);
      count('settled', batch.length - unsettled.size);
      for (const [settlement, failure] of unsettled) {
        if (isFinal(failure)) refused(settlement, failure);
        else repeat(settlement);
      }
    }
    isWorking = false;
    idle.check();
  };

  const refused = ({ attemptId }: Settlement, failure: unknown): void => {
    count('refused');
    dependencies.logger.error({ err: toDomainError(failure), attemptId }, 'a reservation cannot be settled');
  };

  const repeat = (settlement: Settlement): void => {
    repeats.push(settlement);
    if (repeating >= MAX_REPEATS_IN_FLIGHT) return;
    repeating += 1;
    void workOnRepeats().finally(() => {
      repeating -= 1;
      idle.check();
    });
  };

  const workOnRepeats = async (): Promise<void> => {
    for (let settlement = repeats.shift(); settlement !== undefined; settlement = repeats.shift())
      await repeatUntilFinal(settlement);
  };

  const repeatUntilFinal = async (settlement: Settlement): Promise<void> => {
    for (let tries = 0; tries < MAX_REPEATS && !isStopped; tries += 1) {
      await dependencies.pause(REPEAT_PAUSES_MS[Math.min(tries, REPEAT_PAUSES_MS.length - 1)] as number);
      const failure = (await settle(dependencies, [settlement], REPEAT_TIMEOUT_MS)).get(settlement);
      if (failure === undefined) return count('settled');
      if (isFinal(failure)) return refused(settlement, failure);
    }
    count('lost');
    dependencies.logger.warn({ attemptId: settlement.attemptId }, 'a reservation is left to recovery');
  };

  return {
    add(settlement) {
      if (isStopped || shared.length + repeats.length >= MAX_QUEUED) return count('lost');
      if (shared.length === 0) since = performance.now();
      shared.push(settlement);
      if (shared.length >= MAX_BATCH) gathering.end();
      if (isWorking) return;
      isWorking = true;
      working = work();
    },
    idle: async () => {
      await working;
      await idle.reached();
    },
    async stop(limitMs) {
      isStopped = true;
      gathering.end();
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limitMs);
      });
      await Promise.race([idle.reached(), limit]);
      clearTimeout(timer);
      shared.length = 0;
      repeats.length = 0;
    },
  };
}

/** Settles each; answers the failure of what is not settled. Never rejects. */
async function settle(
  dependencies: QueueDependencies,
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
function isFinal(failure: unknown): boolean {
  return toDomainError(failure).code === 'validation_failed';
}

type Result = 'settled' | 'refused' | 'lost';

function createCounter({ registry }: QueueDependencies): (result: Result, times?: number) => void {
  const counter = new Counter({
    name: 'prospect_settlements_total',
    help: 'Reservations that were handed on to be captured or released, by what became of that; lost ones are left to recovery.',
    labelNames: ['result'],
    registers: registry === undefined ? [] : [registry],
  });
  return (result, times = 1) => counter.inc({ result }, times);
}

/** Resolves for those who wait once nothing is left to do. */
function createIdleSignal(isIdle: () => boolean): { check(): void; reached(): Promise<void> } {
  let waiting: (() => void)[] = [];
  return {
    check() {
      if (!isIdle()) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    reached: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
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
