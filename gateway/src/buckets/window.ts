import type { BucketState } from './counter.js';
import { BUCKET_NAMES, WINDOW_SECONDS, type BucketLimits, type BucketName } from './limits.js';

/** Requests counted so far in a window, the present one included. */
export type BucketCounts = Readonly<Record<BucketName, number>>;

/** Number of the clock-aligned window that holds an instant. */
export function windowOf(epochMs: number): number {
  return Math.floor(epochMs / 1000 / WINDOW_SECONDS);
}

/** Whole seconds to the next window, 1 to 60: rounded up, so that who waits them out is in it. */
export function secondsToNextWindow(epochMs: number): number {
  return WINDOW_SECONDS - (Math.floor(epochMs / 1000) % WINDOW_SECONDS);
}

/** What follows from counts: what is left, and whether a request that was counted in `buckets` is one too many. */
export function bucketState(
  limits: BucketLimits,
  counts: BucketCounts,
  buckets: ReadonlySet<BucketName>,
  resetSeconds: number,
): BucketState {
  const left = (name: BucketName): number => Math.max(0, limits[name] - counts[name]);
  const exceededBuckets = BUCKET_NAMES.filter((name) => buckets.has(name) && counts[name] > limits[name]);
  return {
    remaining: { overall: left('overall'), search: left('search'), spend: left('spend') },
    resetSeconds,
    exceeded: exceededBuckets.length > 0,
    exceededBuckets,
  };
}
