/**
 * The rate buckets, in the order in which headers name them. Adding one: give it a default below, a column in the `edge` schema,
 * a rule in the routes that says what counts in it, and its line in the OpenAPI document.
 */
export const BUCKET_NAMES = ['overall', 'search', 'spend'] as const;

export type BucketName = (typeof BUCKET_NAMES)[number];

/** Requests per clock-aligned minute. */
export type BucketLimits = Readonly<Record<BucketName, number>>;

/** What a key may do that has no limits of its own. */
export const DEFAULT_LIMITS: BucketLimits = { overall: 60, search: 20, spend: 5 };

export const WINDOW_SECONDS = 60;
