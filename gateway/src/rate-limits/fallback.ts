import type { BucketCounter } from './buckets.js';

export interface FallbackOptions {
  /** Time after a failure in which the first counter gets no requests. Default: 1 000. */
  readonly pauseMs?: number;
  /** Returns milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  /** Called once at each change. `error` is the failure of the first counter. */
  readonly onChange: (down: boolean, error?: unknown) => void;
}

/**
 * Creates a counter that counts with `first`, and with `second` when `first` fails. A failure opens
 * a circuit: no request uses `first` for the length of the pause. After it, one request at a time
 * tries `first` while the others use `second`. An unreachable server therefore costs one timeout
 * per pause, not one per request.
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
        // Only a trial closes the circuit. Other answers may belong to requests from before the
        // failure.
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
