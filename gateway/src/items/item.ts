import { isCleanText } from '@prospecting/directory/identifiers';
import type { ItemError } from '@prospecting/openapi';
import { isObject, type Json, type JsonObject } from '@prospecting/platform/json';

/** A parsed item of a batch: its query, or its error. */
export type Item<Query> =
  | { readonly ref: string | undefined; readonly query: Query; readonly error?: undefined }
  | { readonly ref: string | undefined; readonly error: ItemError; readonly query?: undefined };

/**
 * Parses the fields of an item that an endpoint knows. Returns the error of the first malformed one
 * in lookup order.
 */
export type QueryParser<Query extends object> = (fields: JsonObject) => Query | ItemError;

const MAX_REF_CHARACTERS = 255;

/**
 * Parses each item of a batch separately: an invalid item does not affect the others. `items` is
 * parsed JSON.
 */
export function parseItems<Query extends object>(
  items: readonly unknown[],
  parseQuery: QueryParser<Query>,
): Item<Query>[] {
  return items.map((item) => parseItem(item as Json, parseQuery));
}

function parseItem<Query extends object>(item: Json, parseQuery: QueryParser<Query>): Item<Query> {
  if (!isObject(item)) return { ref: undefined, error: 'invalid_item' };
  const ref = item['ref'] ?? undefined;
  if (ref !== undefined && !isRef(ref)) return { ref: undefined, error: 'invalid_ref' };
  const query = parseQuery(item);
  return typeof query === 'string' ? { ref, error: query } : { ref, query };
}

/**
 * Returns true for a usable ref. It is echoed unchanged, so it must have a UTF-8 form that every
 * store accepts.
 */
function isRef(value: Json): value is string {
  if (typeof value !== 'string' || !isCleanText(value)) return false;
  // The contract's maxLength counts characters: at most as many as UTF-16 units, and at least half
  // as many.
  if (value.length <= MAX_REF_CHARACTERS) return true;
  return value.length <= 2 * MAX_REF_CHARACTERS && Array.from(value).length <= MAX_REF_CHARACTERS;
}

/** The value of a field that is present but malformed. */
export const MALFORMED = Symbol('malformed');

/**
 * Parses a text field. Returns `undefined` when it is absent or null, and MALFORMED when it is not
 * a string or `parse` rejects it.
 */
export function readText<Value>(
  value: Json | undefined,
  parse: (text: string) => Value | undefined,
): Value | undefined | typeof MALFORMED {
  if (value === undefined || value === null) return undefined;
  return (typeof value === 'string' ? parse(value) : undefined) ?? MALFORMED;
}
