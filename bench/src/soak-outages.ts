import type { RestartedService } from './soak-schedule.js';

/**
 * How long after a service is ready its callers may still fail: gRPC tries a lost connection again
 * after at most 5 s, a fifth more or less.
 */
export const RECONNECT_MS = 6_000;

/** A time in which a service was away. */
export interface Outage {
  readonly service: RestartedService;
  readonly by: NodeJS.Signals;
  readonly fromMs: number;
  /** When it was ready again. Undefined: not yet. */
  readonly readyMs?: number;
  /** The last failure that it excuses. */
  readonly lastFailureMs?: number;
}

/** The times in which requests may fail. */
export interface Outages {
  readonly all: readonly Outage[];
  /** Runs a restart and records its time. */
  during(outage: Pick<Outage, 'service' | 'by'>, restart: () => Promise<void>): Promise<Outage>;
  /**
   * Returns true for a request that failed when a service was away, or not reached again yet, at
   * any time between.
   */
  excuse(sentMs: number, failedMs: number): boolean;
  /** Returns from when on no request may fail, as far as is known. */
  overAt(): number;
}

export function createOutages(now: () => number): Outages {
  const all: Outage[] = [];
  return {
    all,
    async during(outage, restart) {
      const index = all.length;
      const begun: Outage = { ...outage, fromMs: now() };
      all.push(begun);
      await restart();
      return (all[index] = { ...(all[index] as Outage), readyMs: now() });
    },
    excuse(sentMs, failedMs) {
      const index = all.findLastIndex(
        ({ fromMs, readyMs }) => fromMs <= failedMs && (readyMs === undefined || sentMs <= readyMs + RECONNECT_MS),
      );
      const outage = all[index];
      if (outage !== undefined) all[index] = { ...outage, lastFailureMs: failedMs };
      return outage !== undefined;
    },
    overAt: () => Math.max(0, ...all.map(({ readyMs = 0 }) => readyMs + RECONNECT_MS)),
  };
}
