import type { Clock } from '@prospecting/platform/clock';
import type { BucketName } from '@prospecting/openapi';
import { bucketState, forEachBucket, secondsToNextWindow, windowOf, type BucketCounter } from './buckets.js';

export interface MemoryCounterOptions {
  readonly clock: Clock;
}

/**
 * Creates a counter for one process. It keeps only the current window: one entry for each key seen
 * in this minute.
 */
export function createMemoryCounter({ clock }: MemoryCounterOptions): BucketCounter {
  const countsByKey = new Map<string, Record<BucketName, number>>();
  let window = -1;
  return {
    count(key, buckets) {
      const nowMs = clock.now().getTime();
      if (windowOf(nowMs) !== window) {
        window = windowOf(nowMs);
        countsByKey.clear();
      }
      let counts = countsByKey.get(key.keyId);
      if (counts === undefined) {
        counts = forEachBucket(() => 0);
        countsByKey.set(key.keyId, counts);
      }
      for (const name of buckets) counts[name] += 1;
      return Promise.resolve(bucketState(key.limits, counts, buckets, secondsToNextWindow(nowMs)));
    },
  };
}
