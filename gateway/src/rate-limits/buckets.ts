import { BUCKET_NAMES, WINDOW_SECONDS, type BucketLimits, type BucketName } from '@prospecting/openapi';

/** The key whose requests are counted. */
export interface CountedKey {
  readonly keyId: string;
  readonly limits: BucketLimits;
}

/** State of a key's buckets after a request was counted. */
export interface BucketState {
  /** Requests left in this window, never below 0. */
  readonly remaining: BucketCounts;
  /** Seconds to the next window, 1 to 60, by the counter's clock. */
  readonly resetSeconds: number;
  /** True when a bucket that the request counts in was already full. Refuse the request. */
  readonly exceeded: boolean;
  readonly exceededBuckets: readonly BucketName[];
}

/** Counts the requests of keys in fixed windows of a minute of the clock. */
export interface BucketCounter {
  /**
   * Counts one request in each of the given buckets, even when it is refused, and returns the state
   * of all buckets.
   */
  count(key: CountedKey, buckets: ReadonlySet<BucketName>): Promise<BucketState>;
}

/** Requests of one window by bucket. */
export type BucketCounts = Readonly<Record<BucketName, number>>;

/** Returns a record with one value per bucket. */
export function forEachBucket(valueOf: (name: BucketName, index: number) => number): Record<BucketName, number> {
  return Object.fromEntries(BUCKET_NAMES.map((name, index) => [name, valueOf(name, index)])) as Record<
    BucketName,
    number
  >;
}

/** Returns the number of the window that contains an instant. */
export function windowOf(epochMs: number): number {
  return Math.floor(epochMs / 1000 / WINDOW_SECONDS);
}

/** Returns the whole seconds to the next window, 1 to 60. A caller that waits so long is in it. */
export function secondsToNextWindow(epochMs: number): number {
  return WINDOW_SECONDS - (Math.floor(epochMs / 1000) % WINDOW_SECONDS);
}

/**
 * Computes the state from counts that include the current request.
 *
 * @param buckets the buckets in which the request counts
 */
export function bucketState(
  limits: BucketLimits,
  counts: BucketCounts,
  buckets: ReadonlySet<BucketName>,
  resetSeconds: number,
): BucketState {
  const exceededBuckets = BUCKET_NAMES.filter((name) => buckets.has(name) && counts[name] > limits[name]);
  return {
    remaining: forEachBucket((name) => Math.max(0, limits[name] - counts[name])),
    resetSeconds,
    exceeded: exceededBuckets.length > 0,
    exceededBuckets,
  };
}

/**
 * RateLimit header fields in the syntax of draft-ietf-httpapi-ratelimit-headers-10 (2025-09-27):
 * RFC 9651 lists. The draft is not an RFC yet. A revision with another syntax gets a function
 * beside `rateHeaders`.
 */
export interface RateHeaders {
  readonly 'RateLimit-Policy': string;
  readonly RateLimit: string;
}

/** Renders all buckets in a fixed order, so that the policy of a key is constant. */
export function rateHeaders(limits: BucketLimits, state: Pick<BucketState, 'remaining' | 'resetSeconds'>): RateHeaders {
  return {
    'RateLimit-Policy': BUCKET_NAMES.map((name) => `"${name}";q=${limits[name]};w=${WINDOW_SECONDS}`).join(', '),
    RateLimit: BUCKET_NAMES.map((name) => `"${name}";r=${state.remaining[name]};t=${state.resetSeconds}`).join(', '),
  };
}
