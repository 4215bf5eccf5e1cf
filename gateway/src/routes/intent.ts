import type { BucketName } from '../buckets/index.js';
import { isObject, type Json } from '../http/json-text.js';
import { parseCap, type Cap } from './millicredits.js';
import type { Operation } from './operation.js';

/**
 * What a request wants, told once, from its operation and its body as it was parsed, valid or not: a wrong
 * value still counts as the try that it is. Everything later goes by this.
 */
export type Intent =
  | { readonly kind: 'free' }
  /** `keyed`: it takes an Idempotency-Key, and counts, as if it spent. */
  | { readonly kind: 'quote'; readonly keyed: boolean }
  /** `cap`: `maxCredits` as it was sent; a body without a usable one is refused by its validation. */
  | { readonly kind: 'spend'; readonly cap: Cap | undefined };

/**
 * @param operation `undefined`: none has the path and method of the request
 * @param body `undefined`: it could not be parsed
 */
export function intentOf(operation: Pick<Operation, 'reveals'> | undefined, body: Json | undefined): Intent {
  const reveals = operation?.reveals ?? 'never';
  const fields = isObject(body) ? body : {};
  const asksToReveal = reveals === 'always' || (reveals === 'when_revealing' && isSet(fields['reveal'] ?? []));
  if (!asksToReveal) return { kind: 'free' };
  if (fields['dryRun'] === true) return { kind: 'quote', keyed: reveals === 'always' };
  return { kind: 'spend', cap: parseCap(fields['maxCredits']) };
}

function isSet(reveal: Json): boolean {
  return !(Array.isArray(reveal) && reveal.length === 0);
}

/** Whether a request is done once for its Idempotency-Key, and counts in the bucket `spend`. */
export function isKeyed(intent: Intent): boolean {
  return intent.kind === 'spend' || (intent.kind === 'quote' && intent.keyed);
}

/** The buckets that a request counts in: once in each, however many items it has. `undefined`: no operation has its path and method. */
export function bucketsOf(operation: Pick<Operation, 'searches'> | undefined, intent: Intent): ReadonlySet<BucketName> {
  if (operation === undefined) return OVERALL;
  if (operation.searches) return isKeyed(intent) ? OVERALL_SEARCH_SPEND : OVERALL_SEARCH;
  return isKeyed(intent) ? OVERALL_SPEND : OVERALL;
}

const OVERALL: ReadonlySet<BucketName> = new Set(['overall']);
const OVERALL_SEARCH: ReadonlySet<BucketName> = new Set(['overall', 'search']);
const OVERALL_SPEND: ReadonlySet<BucketName> = new Set(['overall', 'spend']);
const OVERALL_SEARCH_SPEND: ReadonlySet<BucketName> = new Set(['overall', 'search', 'spend']);
