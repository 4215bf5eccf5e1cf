import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../services.js';
import { kindOf, type Injector, type Surroundings } from './injector.js';

/** A process starts with a wrong clock, and starts again with the right one some seconds later. Another replica has the right one all along. */
export const clockFaults: Injector = [[3, setClockWrong]];

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const YEAR_MS = 365 * 24 * HOUR_MS;
const OFFSETS_MS = [60 * SECOND_MS, HOUR_MS, YEAR_MS].flatMap((offsetMs) => [offsetMs, -offsetMs]);
/** Long enough to start and to be asked. */
const WRONG_MS = [5_000, 10_000, 20_000];
const POLL_MS = 250;

function setClockWrong(surroundings: Surroundings): string | undefined {
  const { random, clocks, supervisor, installation, violations } = surroundings;
  const [service, replicas] = random.pick(Object.entries(installation.replicas) as [Service, readonly string[]][]);
  // At most one of each.
  if (replicas.some((name) => clocks.offsetOf(name) !== 0)) return undefined;
  const name = random.pick(replicas);
  const offsetMs = random.pick(OFFSETS_MS);
  clocks.set(name, offsetMs);
  if (!supervisor.kill(name)) {
    clocks.set(name, 0);
    return undefined;
  }
  const wrongMs = random.pick(WRONG_MS);
  void watch(surroundings, name, wrongMs).then((wasReady) => {
    if (wasReady) violations.push(`${name} was ready with a clock that was wrong by ${offsetMs / SECOND_MS} s`);
    clocks.set(name, 0);
    supervisor.kill(name);
  });
  return `clock of ${kindOf(service)} wrong`;
}

/** Whether a process that has a wrong clock says that it is ready. */
async function watch({ installation, clocks }: Surroundings, name: string, durationMs: number): Promise<boolean> {
  const endAt = performance.now() + durationMs;
  let wasReady = false;
  while (performance.now() < endAt && clocks.offsetOf(name) !== 0) {
    const askedAt = performance.now();
    const status = await installation.readiness(name);
    wasReady ||= status === 200 && clocks.wasWrongSince(name, askedAt);
    await delay(POLL_MS);
  }
  return wasReady;
}
