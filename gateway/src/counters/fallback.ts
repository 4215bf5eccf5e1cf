import type { BucketCounter } from '../buckets/index.js';

export interface FallbackOptions {
  /** How long the first counter is left alone after it failed. Default 1 000. */
  readonly pauseMs?: number;
  /** Milliseconds of a clock that is never set back. */
  readonly monotonicMs?: () => number;
  /** Told once at each change; `error` is what made it go down. */
  readonly onChange: (down: boolean, error?: unknown) => void;
}

/**
 * Counts with `first`; when that fails, with `second` at once. A failure opens a circuit: for a pause nobody asks `first`, then one
 * request at a time tries it and the others do not wait, so an unreachable server costs one timeout a pause, not one a request.
 */
export function withFallback(first: BucketCounter, second: BucketCounter, options: FallbackOptions): BucketCounter {
  const pauseMs = options.pauseMs ?? 1_000;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  let down = false;
  let trying = false;
  let pausedUntilMs = 0;

  function settle(nowDown: boolean, error?: unknown): void {
    if (nowDown) pausedUntilMs = monotonicMs() + pauseMs;
    if (nowDown === down) return;
    down = nowDown;
    options.onChange(down, error);
  }

  return {
    async count(key, buckets) {
      const trial = down;
      if (down && (trying || monotonicMs() < pausedUntilMs)) return second.count(key, buckets);
      if (trial) trying = true;
      try {
        const state = await first.count(key, buckets);
        // An answer to a request sent before the failure says nothing about now: only a trial closes the circuit.
        if (trial) settle(false);
        return state;
      } catch (error) {
        settle(true, error);
        return await second.count(key, buckets);
      } finally {
        if (trial) trying = false;
      }
    },
  };
}
