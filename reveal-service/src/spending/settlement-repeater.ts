import { isFinal, settle, type Settlement, type SettlementLog, type SettlingDependencies } from './settling.js';

/** Repeats settlements, each by itself, until they are settled or refused for good. */
export interface SettlementRepeater {
  add(settlement: Settlement): void;
  /** Waiting for their turn. */
  waiting(): number;
  /** Resolves when nothing is waiting or under way. */
  idle(): Promise<void>;
  /** Ends the repeating after what is under way. */
  stop(): void;
}

/** Repeated at once. */
const MAX_IN_FLIGHT = 8;
/** Of one account. More than one, so that a settlement that gets no answer does not hold up the account's others. */
const MAX_IN_FLIGHT_OF_ACCOUNT = 2;
const TIMEOUT_MS = 5_000;
/**
 * Pauses before a settlement is repeated, the last one again and again. Short, as a reservation that
 * its maker gave up is released within 2 s.
 */
const PAUSES_MS = [50, 200, 500];
/** After this, recovery has found the reservation. */
const MAX_TRIES = 60;

/** A settlement in line. */
interface Waiting {
  readonly settlement: Settlement;
  /** How often it has been repeated. */
  readonly tries: number;
  /** By `performance.now()`. */
  readonly dueAt: number;
}

/**
 * Settlements wait in one line, and what fails goes to its end. Of one account few are repeated at
 * once, so an account whose balance is locked does not hold up the others, however many it has in line.
 */
export function createSettlementRepeater(dependencies: SettlingDependencies, log: SettlementLog): SettlementRepeater {
  const line: Waiting[] = [];
  /** How many of an account are being repeated; accounts with none are not in it. */
  const inFlight = new Map<string, number>();
  const lanes = new Set<Promise<void>>();
  let isStopped = false;

  const enqueue = (settlement: Settlement, tries: number): void => {
    const pauseMs = PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] as number;
    line.push({ settlement, tries, dueAt: performance.now() + pauseMs });
  };

  const takeNext = (): Waiting | undefined => {
    const place = line.findIndex(
      ({ settlement: { accountId } }) => (inFlight.get(accountId) ?? 0) < MAX_IN_FLIGHT_OF_ACCOUNT,
    );
    return place < 0 ? undefined : line.splice(place, 1)[0];
  };

  const repeat = async ({ settlement, tries, dueAt }: Waiting): Promise<void> => {
    if (isStopped || tries >= MAX_TRIES) return log.lost(settlement);
    const pauseMs = dueAt - performance.now();
    if (pauseMs > 0) await dependencies.pause(pauseMs);
    const failure = (await settle(dependencies, [settlement], TIMEOUT_MS)).get(settlement);
    if (failure === undefined) return log.settled(1);
    if (isFinal(failure)) return log.refused(settlement, failure);
    enqueue(settlement, tries + 1);
  };

  const work = async (): Promise<void> => {
    for (let next = takeNext(); next !== undefined; next = takeNext()) {
      const { accountId } = next.settlement;
      inFlight.set(accountId, (inFlight.get(accountId) ?? 0) + 1);
      await repeat(next);
      const left = (inFlight.get(accountId) ?? 0) - 1;
      if (left > 0) inFlight.set(accountId, left);
      else inFlight.delete(accountId);
    }
  };

  return {
    add(settlement) {
      enqueue(settlement, 0);
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
