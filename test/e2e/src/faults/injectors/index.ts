import { setTimeout as delay } from 'node:timers/promises';
import type { Tally } from '../tally.js';
import { connectionFaults } from './connections.js';
import type { Injector, Surroundings } from './injector.js';
import { lockFaults } from './locks.js';
import { processFaults } from './processes.js';
import { responseFaults } from './responses.js';
import { sessionFaults } from './sessions.js';
import { clockFaults } from './wrong-clocks.js';

export type { Surroundings } from './injector.js';
export { createLostResponses, expireLeases, type LostResponses } from './responses.js';
export { insertPoison, type Poison } from './poison.js';

/** Every fault from outside of the processes; those of crash points come on top. */
const FAULTS: Injector = [
  ...processFaults,
  ...connectionFaults,
  ...sessionFaults,
  ...responseFaults,
  ...lockFaults,
  ...clockFaults,
];

export interface InjectorOptions extends Surroundings {
  readonly faults: Tally;
  /** How many operations were answered so far. */
  readonly progress: () => number;
}

/**
 * Faults keep pace with the work, so that a slow machine does not only break: the next one comes after another operation was answered, or
 * when none is for so long.
 */
const LONGEST_PAUSE_MS = 700;
const PACE_MS = 40;
const POLL_MS = 10;

/** Injects faults until told to stop. */
export async function injectFaults(options: InjectorOptions, shouldStop: () => boolean): Promise<void> {
  const { random, faults } = options;
  const total = FAULTS.reduce((sum, [weight]) => sum + weight, 0);
  while (!shouldStop()) {
    await nextTurn(options, shouldStop);
    let drawn = random.next() * total;
    const chosen = FAULTS.find(([weight]) => (drawn -= weight) < 0);
    // The database may be recovering from the fault before: then there was nothing to do it to.
    const what = await Promise.resolve()
      .then(() => chosen?.[1](options))
      .catch(() => undefined);
    if (what !== undefined) faults.add(what);
  }
}

async function nextTurn({ random, progress }: InjectorOptions, shouldStop: () => boolean): Promise<void> {
  const before = progress();
  const latestAt = performance.now() + LONGEST_PAUSE_MS;
  await delay(PACE_MS * 2 * random.next());
  while (progress() === before && performance.now() < latestAt && !shouldStop()) await delay(POLL_MS);
}
