import type { Clock } from '@prospecting/platform/clock';
import {
  bucketState,
  secondsToNextWindow,
  windowOf,
  type BucketCounter,
  type BucketCounts,
  type BucketName,
} from '../buckets/index.js';

export interface MemoryCounterOptions {
  readonly clock: Clock;
}

/** The twin of the Redis counter for one process. It holds one window: at most one entry for each key seen this minute. */
export function createMemoryCounter({ clock }: MemoryCounterOptions): BucketCounter {
  const counted = new Map<string, Record<BucketName, number>>();
  let window = -1;
  return {
    count(key, buckets) {
      const nowMs = clock.now().getTime();
      if (windowOf(nowMs) !== window) {
        window = windowOf(nowMs);
        counted.clear();
      }
      let counts = counted.get(key.keyId);
      if (counts === undefined) {
        counts = { overall: 0, search: 0, spend: 0 } satisfies BucketCounts;
        counted.set(key.keyId, counts);
      }
      for (const name of buckets) counts[name] += 1;
      return Promise.resolve(bucketState(key.limits, counts, buckets, secondsToNextWindow(nowMs)));
    },
  };
}
