import type { Clock, GuardedClock } from '@prospecting/platform/clock';

/**
 * The time for what moves no money. It goes on while the guarded clock refuses: by the database's time, or by this process's
 * where that is not known.
 */
export function lenient(clock: GuardedClock): Clock {
  return { now: () => attempt(() => clock.now()) ?? attempt(() => clock.databaseNow()) ?? new Date() };
}

/** Whether the clock may move money: a readiness check. */
export function isInStep(clock: GuardedClock): () => Promise<boolean> {
  return () => Promise.resolve(attempt(() => clock.now()) !== undefined);
}

function attempt(tell: () => Date): Date | undefined {
  try {
    return tell();
  } catch {
    return undefined;
  }
}
