import { DEFAULT_LIMITS, type BucketLimits } from '../buckets/index.js';

/** Limits as a key's row has them; null: the default. */
export interface LimitColumns {
  readonly limitOverall: number | null;
  readonly limitSearch: number | null;
  readonly limitSpend: number | null;
}

export function effectiveLimits(row: LimitColumns): BucketLimits {
  return {
    overall: row.limitOverall ?? DEFAULT_LIMITS.overall,
    search: row.limitSearch ?? DEFAULT_LIMITS.search,
    spend: row.limitSpend ?? DEFAULT_LIMITS.spend,
  };
}
