export interface BackoffLimits {
  /** The longest first delay, in milliseconds. */
  readonly firstMs: number;
  /** The longest delay of all, in milliseconds. */
  readonly maxMs: number;
}

/** A series of delays, each about twice as long as the one before. */
export interface Backoff {
  /** Returns the delay before the next try, in milliseconds. */
  nextMs(): number;
  /** Starts again at the first delay. Called after a success. */
  reset(): void;
}

/** Starts a series of growing delays. */
export function createBackoff(limits: BackoffLimits): Backoff {
  let tries = 0;
  return {
    nextMs() {
      tries += 1;
      return backoffMs(limits, tries - 1);
    },
    reset() {
      tries = 0;
    },
  };
}

/**
 * Returns the delay before a repetition, in milliseconds; `tries` counts the repetitions before it,
 * from 0. The delay doubles up to the maximum, and is drawn between half of that and all of it:
 * replicas do not all return together.
 */
export function backoffMs({ firstMs, maxMs }: BackoffLimits, tries: number): number {
  return Math.min(maxMs, firstMs * 2 ** tries) * (0.5 + Math.random() / 2);
}

/**
 * Draws a delay between half and one and a half of the given one: replicas that began together
 * drift apart.
 */
export function spread(delayMs: number): number {
  return delayMs * (0.5 + Math.random());
}
