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
const TIMEOUT_MS = 5_000;
/**
 * Pauses before a settlement is repeated, the last one again and again. Short, as a reservation that
 * its maker gave up is released within 2 s.
 */
const PAUSES_MS = [50, 200, 500];
/** After this, recovery has found the reservation. */
const MAX_TRIES = 60;

export function createSettlementRepeater(dependencies: SettlingDependencies, log: SettlementLog): SettlementRepeater {
  const queue: Settlement[] = [];
  const working = new Set<Promise<void>>();
  let isStopped = false;

  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await repeatUntilFinal(next);
  };

  const repeatUntilFinal = async (settlement: Settlement): Promise<void> => {
    for (let tries = 0; tries < MAX_TRIES && !isStopped; tries += 1) {
      await dependencies.pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)] as number);
      const failure = (await settle(dependencies, [settlement], TIMEOUT_MS)).get(settlement);
      if (failure === undefined) return log.settled(1);
      if (isFinal(failure)) return log.refused(settlement, failure);
    }
    log.lost(settlement);
  };

  return {
    add(settlement) {
      queue.push(settlement);
      if (working.size >= MAX_IN_FLIGHT) return;
      const lane = work().finally(() => working.delete(lane));
      working.add(lane);
    },
    waiting: () => queue.length,
    async idle() {
      while (working.size > 0) await Promise.all(working);
    },
    stop() {
      isStopped = true;
    },
  };
}
