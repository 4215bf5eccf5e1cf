import { isUtf8 } from 'node:buffer';

/** JSON values as `JSON.parse` makes them. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Deepest nesting of a body; the deepest that any endpoint knows is 4. */
export const MAX_DEPTH = 32;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Parses a JSON text strictly: UTF-8, at most MAX_DEPTH levels, no key twice in one object (parsers disagree on which one counts).
 * A key `__proto__` is a member like any other, as `JSON.parse` makes it: code that copies members must keep it so.
 *
 * @returns `undefined` when it is malformed
 */
export function parseJson(bytes: Buffer): Json | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8', bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  const keys = countKeys(value, 0);
  // A key that stands twice in the text stands once in the object, however it was escaped.
  return keys === undefined || keys !== countKeyTokens(text) ? undefined : value;
}

/** Keys of all objects of a tree; `undefined` when it is too deep. */
function countKeys(value: Json, depth: number): number | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth === MAX_DEPTH) return undefined;
  let children: Json[];
  let count = 0;
  if (Array.isArray(value)) {
    children = value;
  } else {
    children = Object.values(value);
    count = children.length;
  }
  for (const child of children) {
    const inside = countKeys(child, depth + 1);
    if (inside === undefined) return undefined;
    count += inside;
  }
  return count;
}

const QUOTE = '"';
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;

/** Strings of a valid JSON text that a colon follows. Jumps from quote to quote, so its cost is that of `indexOf`. */
function countKeyTokens(text: string): number {
  let count = 0;
  let open = text.indexOf(QUOTE);
  while (open !== -1) {
    const close = closingQuote(text, open + 1);
    let after = close + 1;
    // All white space of JSON is at or below the space.
    while (text.charCodeAt(after) <= SPACE) after += 1;
    if (text.charCodeAt(after) === COLON) count += 1;
    open = text.indexOf(QUOTE, after);
  }
  return count;
}

function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf(QUOTE, start); ; quote = text.indexOf(QUOTE, quote + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
