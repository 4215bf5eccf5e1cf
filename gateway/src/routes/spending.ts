import type { BucketName } from '../buckets/index.js';
import type { Json } from '../http/json-text.js';
import { isObject } from '../http/json-text.js';
import type { Operation } from './operation.js';

/** Which requests are spends, and what they count in. */

/** Whether a body asks to reveal: by the field alone, so that a wrong value still counts as the try that it is. */
export function asksToReveal(body: Json | undefined): boolean {
  if (!isObject(body)) return false;
  const reveal = body['reveal'] ?? [];
  return !(Array.isArray(reveal) && reveal.length === 0);
}

/** Whether a request counts in the bucket `spend`. `body` is what was parsed, valid or not; `undefined` when it could not be. */
export function isSpend(operation: Pick<Operation, 'spends'>, body: Json | undefined): boolean {
  if (operation.spends !== 'when_revealing') return operation.spends === 'always';
  return asksToReveal(body) && isObject(body) && body['dryRun'] !== true;
}

/** The buckets that a request counts in: once in each, however many items it has. `undefined`: no operation has its path and method. */
export function bucketsOf(
  operation: Pick<Operation, 'searches' | 'spends'> | undefined,
  body: Json | undefined,
): ReadonlySet<BucketName> {
  if (operation === undefined) return OVERALL;
  const spends = isSpend(operation, body);
  if (operation.searches) return spends ? OVERALL_SEARCH_SPEND : OVERALL_SEARCH;
  return spends ? OVERALL_SPEND : OVERALL;
}

const OVERALL: ReadonlySet<BucketName> = new Set(['overall']);
const OVERALL_SEARCH: ReadonlySet<BucketName> = new Set(['overall', 'search']);
const OVERALL_SPEND: ReadonlySet<BucketName> = new Set(['overall', 'spend']);
const OVERALL_SEARCH_SPEND: ReadonlySet<BucketName> = new Set(['overall', 'search', 'spend']);
