import type { BucketLimits, BucketName } from './limits.js';

/** Whose requests are counted. */
export interface CountedKey {
  readonly keyId: string;
  readonly limits: BucketLimits;
}

/** Where a key stands after a request was counted. */
export interface BucketState {
  /** Requests left in this window, never below 0. */
  readonly remaining: Readonly<Record<BucketName, number>>;
  /** Seconds to the next window, 1 to 60, by the counter's own clock. */
  readonly resetSeconds: number;
  /** Some bucket that the request belongs to was full already: refuse it. */
  readonly exceeded: boolean;
  readonly exceededBuckets: readonly BucketName[];
}

/** Counts requests of keys in fixed, clock-aligned windows of a minute. */
export interface BucketCounter {
  /**
   * Counts one request in each of the given buckets, refused or not, and answers where all three stand.
   * Never fails for want of a server behind it: it falls back to counting in this process.
   */
  count(key: CountedKey, buckets: ReadonlySet<BucketName>): Promise<BucketState>;
}
