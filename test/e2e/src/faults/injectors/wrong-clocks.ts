import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../services.js';
import { kindOf, type Injector, type FaultContext } from './injector.js';

/**
 * Starts a process with a wrong clock, and restarts it with the right one some seconds later.
 * Another replica of the service always has the right time.
 */
export const clockFaults: Injector = [[3, setClockWrong]];

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const YEAR_MS = 365 * 24 * HOUR_MS;
const OFFSETS_MS = [60 * SECOND_MS, HOUR_MS, YEAR_MS].flatMap((offsetMs) => [offsetMs, -offsetMs]);
/** Long enough to start and to receive requests. */
const WRONG_MS = [5_000, 10_000, 20_000];
const POLL_MS = 250;

function setClockWrong(context: FaultContext): string | undefined {
  const { random, clocks, supervisor, installation, violations } = context;
  const [service, replicas] = random.pick(Object.entries(installation.replicas) as [Service, readonly string[]][]);
  // At most one replica of each service has a wrong clock.
  if (replicas.some((name) => clocks.offsetOf(name) !== 0)) return undefined;
  const name = random.pick(replicas);
  const offsetMs = random.pick(OFFSETS_MS);
  clocks.set(name, offsetMs);
  if (!supervisor.kill(name)) {
    clocks.set(name, 0);
    return undefined;
  }
  const wrongMs = random.pick(WRONG_MS);
  void watch(context, name, wrongMs).then((wasReady) => {
    if (wasReady) violations.push(`${name} was ready although its clock was off by ${offsetMs / SECOND_MS} s`);
    clocks.set(name, 0);
    supervisor.kill(name);
  });
  return `clock of ${kindOf(service)} wrong`;
}

/** Returns whether a process reported ready while its clock was wrong. */
async function watch({ installation, clocks }: FaultContext, name: string, durationMs: number): Promise<boolean> {
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
