import type { PendingResolution } from './dependencies.js';
import { isFinal, resolveBatch, type ResolutionLog, type ResolvingDependencies } from './resolve-batch.js';

/** Retries resolutions, each on its own, until they are resolved or refused permanently. */
export interface ResolutionRetrier {
  add(pending: PendingResolution): void;
  /** Returns the number of resolutions in line. */
  waiting(): number;
  /** Resolves when nothing is in line or under way. */
  idle(): Promise<void>;
  /** Stops retrying after what is under way. */
  stop(): void;
}

/** Retries under way concurrently. */
const MAX_IN_FLIGHT = 8;
/**
 * The same for one account. More than one, so that one unanswered retry does not hold up the
 * account's others.
 */
const MAX_IN_FLIGHT_OF_ACCOUNT = 2;
const TIMEOUT_MS = 5_000;
/**
 * Pauses before each retry; the last pause repeats. They are short because a reservation that its
 * maker gave up must be released within 2 s.
 */
const PAUSES_MS = [50, 200, 500];
/** By then, recovery has found the reservation. */
const MAX_RETRIES = 60;

interface Retry {
  readonly pending: PendingResolution;
  /** How often it has been retried. */
  readonly retries: number;
  /** An instant of `performance.now()`. */
  readonly dueAt: number;
}

/**
 * Keeps all retries in one line; what fails goes to its end. Few retries of one account run
 * concurrently, so an account with a locked balance does not hold up the others, however many
 * retries it has in line.
 */
export function createResolutionRetrier(dependencies: ResolvingDependencies, log: ResolutionLog): ResolutionRetrier {
  const line: Retry[] = [];
  /** Retries under way by account; accounts without any are absent. */
  const inFlight = new Map<string, number>();
  const lanes = new Set<Promise<void>>();
  let isStopped = false;

  const enqueue = (pending: PendingResolution, retries: number): void => {
    const pauseMs = PAUSES_MS[Math.min(retries, PAUSES_MS.length - 1)] as number;
    line.push({ pending, retries, dueAt: performance.now() + pauseMs });
  };

  const takeNext = (): Retry | undefined => {
    const index = line.findIndex(
      ({ pending: { accountId } }) => (inFlight.get(accountId) ?? 0) < MAX_IN_FLIGHT_OF_ACCOUNT,
    );
    return index < 0 ? undefined : line.splice(index, 1)[0];
  };

  const run = async ({ pending, retries, dueAt }: Retry): Promise<void> => {
    if (isStopped || retries >= MAX_RETRIES) return log.lost(pending);
    const pauseMs = dueAt - performance.now();
    if (pauseMs > 0) await dependencies.pause(pauseMs);
    const failure = (await resolveBatch(dependencies, [pending], TIMEOUT_MS)).get(pending);
    if (failure === undefined) return log.resolved(1);
    if (isFinal(failure)) return log.refused(pending, failure);
    enqueue(pending, retries + 1);
  };

  const work = async (): Promise<void> => {
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      const { accountId } = next.pending;
      inFlight.set(accountId, (inFlight.get(accountId) ?? 0) + 1);
      await run(next);
      const remaining = (inFlight.get(accountId) ?? 0) - 1;
      if (remaining > 0) inFlight.set(accountId, remaining);
      else inFlight.delete(accountId);
    }
  };

  return {
    add(pending) {
      enqueue(pending, 0);
      if (lanes.size >= MAX_IN_FLIGHT) return;
      const lane = work().finally(() => lanes.delete(lane));
      lanes.add(lane);
    },
    waiting: () => line.length,
    async idle() {
      while (lanes.size > 0) await Promise.all(lanes);
    },
    stop() {
      isStopped = true;
    },
  };
}
