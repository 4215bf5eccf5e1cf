import { randomUUID } from 'node:crypto';
import { DEFAULT_LIMITS } from '@prospecting/openapi';
import type { BucketCounter } from './buckets.js';

export interface FallbackOptions {
  /** Time after a failure in which the first counter gets no requests. Default: 1 000. */
  readonly pauseMs?: number;
  /** Returns milliseconds of a monotonic clock. Default: `performance.now`. */
  readonly monotonicMs?: () => number;
  /** Called once at each change. `error` is the failure of the first counter. */
  readonly onChange: (down: boolean, error?: unknown) => void;
}

export interface FallbackCounter extends BucketCounter {
  /** Ends the attempts that no request makes. */
  stop(): void;
}

const NO_BUCKETS: ReadonlySet<never> = new Set();

/**
 * Creates a counter that counts with `first`, and with `second` when `first` fails. A failure opens
 * a circuit: no request uses `first` for the length of the pause. After it, one request at a time
 * tries `first` while the others use `second`. An unreachable server therefore costs one timeout
 * per pause, not one per request.
 *
 * Where no request comes, a timer tries `first` after each pause: an idle process would otherwise
 * report a failure that has ended.
 */
export function withFallback(first: BucketCounter, second: BucketCounter, options: FallbackOptions): FallbackCounter {
  const pauseMs = options.pauseMs ?? 1_000;
  const monotonicMs = options.monotonicMs ?? (() => performance.now());
  let down = false;
  let trying = false;
  let isStopped = false;
  let pausedUntilMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function settle(nowDown: boolean, error?: unknown): void {
    if (nowDown) pausedUntilMs = monotonicMs() + pauseMs;
    if (nowDown === down) return;
    down = nowDown;
    options.onChange(down, error);
    if (down) tryLater();
  }

  function tryLater(): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void probe().finally(() => down && tryLater()), pauseMs).unref();
  }

  const mustWait = (): boolean => trying || monotonicMs() < pausedUntilMs;

  async function probe(): Promise<void> {
    if (!down || mustWait()) return;
    trying = true;
    try {
      // A key of its own, which costs no key a request. A count shows more than a ping does: it
      // fails on a server that may only be read.
      await first.count({ keyId: randomUUID(), limits: DEFAULT_LIMITS }, NO_BUCKETS);
      if (!isStopped) settle(false);
    } catch (error) {
      if (!isStopped) settle(true, error);
    } finally {
      trying = false;
    }
  }

  return {
    async count(key, buckets) {
      const trial = down;
      if (down && mustWait()) return second.count(key, buckets);
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
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
