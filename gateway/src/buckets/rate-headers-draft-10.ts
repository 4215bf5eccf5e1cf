import type { BucketState } from './counter.js';
import { BUCKET_NAMES, WINDOW_SECONDS, type BucketLimits } from './limits.js';

/**
 * RateLimit header fields in the syntax of draft-ietf-httpapi-ratelimit-headers-10 (2025-09-27), RFC 9651 lists.
 * The draft is not an RFC yet: a revision with another syntax gets a module of its own beside this one.
 */
export interface RateHeaders {
  readonly 'RateLimit-Policy': string;
  readonly RateLimit: string;
}

/** All three buckets, always, in the same order, so that the policy is constant for a key. */
export function rateHeaders(limits: BucketLimits, state: Pick<BucketState, 'remaining' | 'resetSeconds'>): RateHeaders {
  return {
    'RateLimit-Policy': BUCKET_NAMES.map((name) => `"${name}";q=${limits[name]};w=${WINDOW_SECONDS}`).join(', '),
    RateLimit: BUCKET_NAMES.map((name) => `"${name}";r=${state.remaining[name]};t=${state.resetSeconds}`).join(', '),
  };
}
