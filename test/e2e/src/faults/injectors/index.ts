import { setTimeout as delay } from 'node:timers/promises';
import type { Tally } from '../tally.js';
import { connectionFaults } from './connections.js';
import type { Injector, FaultContext } from './injector.js';
import { lockFaults } from './locks.js';
import { processFaults } from './processes.js';
import { responseFaults } from './responses.js';
import { sessionFaults } from './sessions.js';
import { clockFaults } from './wrong-clocks.js';

export type { FaultContext } from './injector.js';
export { createLostResponses, type LostResponses } from './lost-responses.js';
export { expireLeases } from './responses.js';
export { insertPoison, type Poison } from './poison.js';

/** Every fault injected from outside the processes. Crash points inject the others. */
const FAULTS: Injector = [
  ...processFaults,
  ...connectionFaults,
  ...sessionFaults,
  ...responseFaults,
  ...lockFaults,
  ...clockFaults,
];

export interface InjectorOptions extends FaultContext {
  readonly faults: Tally;
  /** Returns how many operations have been answered. */
  readonly progress: () => number;
}

/**
 * Faults keep pace with the work, so that a slow machine still gets work done: the next fault comes
 * after another operation was answered, and after this pause at the latest.
 */
const LONGEST_PAUSE_MS = 700;
const PACE_MS = 40;
const POLL_MS = 10;

/** Injects faults until `shouldStop` returns true. */
export async function injectFaults(options: InjectorOptions, shouldStop: () => boolean): Promise<void> {
  const { random, faults } = options;
  const total = FAULTS.reduce((sum, [weight]) => sum + weight, 0);
  while (!shouldStop()) {
    await nextTurn(options, shouldStop);
    let draw = random.next() * total;
    const chosen = FAULTS.find(([weight]) => (draw -= weight) < 0);
    // The database may still be recovering from the previous fault; then this one does not happen.
    const name = await Promise.resolve()
      .then(() => chosen?.[1](options))
      .catch(() => undefined);
    if (name !== undefined) faults.add(name);
  }
}

async function nextTurn({ random, progress }: InjectorOptions, shouldStop: () => boolean): Promise<void> {
  const before = progress();
  const latestAt = performance.now() + LONGEST_PAUSE_MS;
  await delay(PACE_MS * 2 * random.next());
  while (progress() === before && performance.now() < latestAt && !shouldStop()) await delay(POLL_MS);
}
