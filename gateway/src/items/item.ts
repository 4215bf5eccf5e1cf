import { isCleanText } from '@prospecting/directory/identifiers';
import type { ItemError } from '@prospecting/openapi';
import type { Json, JsonObject } from '../http/json-text.js';
import { isObject } from '../http/json-text.js';

/** An item of a batch: what to look up, or why it cannot be. */
export type Item<Query> =
  | { readonly ref: string | undefined; readonly query: Query; readonly error?: undefined }
  | { readonly ref: string | undefined; readonly error: ItemError; readonly query?: undefined };

/** Reads the fields of an item that an endpoint knows; answers the error of the first wrong one in the order of trial. */
export type QueryParser<Query extends object> = (fields: JsonObject) => Query | ItemError;

const MAX_REF_CHARACTERS = 255;

/** Reads every item of a batch on its own: a bad one never spoils another. `items` is parsed JSON. */
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

/** A ref is echoed unchanged, so it must be a text that has a UTF-8 form and that every store takes. */
function isRef(value: Json): value is string {
  if (typeof value !== 'string' || !isCleanText(value)) return false;
  // Characters, as the contract's maxLength counts them, are at most as many as UTF-16 units and at least half of them.
  if (value.length <= MAX_REF_CHARACTERS) return true;
  return value.length <= 2 * MAX_REF_CHARACTERS && Array.from(value).length <= MAX_REF_CHARACTERS;
}

/** A field that is there and cannot be read. */
export const MALFORMED = Symbol('malformed');

/** Reads a text field: `undefined` when absent (null is absent), MALFORMED when it is no string or `parse` cannot read it. */
export function readText<Value>(
  value: Json | undefined,
  parse: (text: string) => Value | undefined,
): Value | undefined | typeof MALFORMED {
  if (value === undefined || value === null) return undefined;
  return (typeof value === 'string' ? parse(value) : undefined) ?? MALFORMED;
}
