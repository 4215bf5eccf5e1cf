/** Pure: names, arithmetic and headers of the rate buckets. What counts them, with its I/O, is in `../counters`. */
export type { BucketCounter, BucketState, CountedKey } from './counter.js';
export { BUCKET_NAMES, DEFAULT_LIMITS, WINDOW_SECONDS, type BucketLimits, type BucketName } from './limits.js';
export { rateHeaders, type RateHeaders } from './rate-headers-draft-10.js';
export { bucketState, secondsToNextWindow, windowOf, type BucketCounts } from './window.js';
