/**
 * The rate buckets with their default limits, in the order in which headers name them: requests of
 * a key per clock-aligned minute. To add one: add its entry here, the rule in the gateway's
 * `routes/terms.ts` that says which requests count in it, and its line in the OpenAPI document.
 */
export const DEFAULT_LIMITS = { overall: 60, search: 20, spend: 5 } as const satisfies Readonly<Record<string, number>>;

export type BucketName = keyof typeof DEFAULT_LIMITS;

export const BUCKET_NAMES = Object.keys(DEFAULT_LIMITS) as readonly BucketName[];

/** Requests per clock-aligned minute. */
export type BucketLimits = Readonly<Record<BucketName, number>>;

export const WINDOW_SECONDS = 60;

/** The limits of a key: its own where it has any, else the defaults. */
export function effectiveLimits(own: Readonly<Partial<Record<string, number>>>): BucketLimits {
  const limits = BUCKET_NAMES.map((name) => [name, own[name] ?? DEFAULT_LIMITS[name]]);
  return Object.fromEntries(limits) as BucketLimits;
}
