import { isUtf8 } from 'node:buffer';

/** The JSON values that `JSON.parse` returns. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Deepest nesting of a body. The deepest that an endpoint uses is 4. */
export const MAX_DEPTH = 32;
/**
 * Most values of a body: members, elements, objects and arrays. 25 full items have about 400.
 * Parsing slows with the number of values, not of bytes: 256 KiB of keys would hold the event loop
 * for 50 ms.
 */
export const MAX_VALUES = 5_000;

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Sizes of a JSON text that are known without parsing it. Meaningless for a malformed text. */
export interface JsonSizes {
  readonly depth: number;
  /** Keys in the text; a repeated key counts every time. */
  readonly keys: number;
  /** Members, elements, objects and arrays; an empty object or array counts twice. */
  readonly values: number;
  /** Elements of the array `items` at the top level; 0 when there is none. */
  readonly items: number;
}

/**
 * Parses a JSON text strictly: UTF-8, at most MAX_DEPTH levels and MAX_VALUES values, and no
 * repeated key in an object (parsers disagree on which one counts). A key `__proto__` is an
 * ordinary member, as `JSON.parse` makes it: code that copies members must keep it so.
 *
 * @returns `undefined` when the text is malformed or exceeds a limit
 */
export function parseJson(bytes: Buffer, sizes: JsonSizes = measureJson(bytes)): Json | undefined {
  if (sizes.depth > MAX_DEPTH || sizes.values > MAX_VALUES || !isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8', bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  // A key that appears twice in the text appears once in the object, however it was escaped.
  return countKeys(value) === sizes.keys ? value : undefined;
}

/** Counts the keys of all objects in a tree. */
function countKeys(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const children = Array.isArray(value) ? value : Object.values(value);
  let count = Array.isArray(value) ? 0 : children.length;
  for (const child of children) count += countKeys(child);
  return count;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const ITEMS = 'items';

/** Measures a JSON text in one pass over its bytes: 256 KiB take half a millisecond. */
export function measureJson(bytes: Buffer): JsonSizes {
  const meter = new Meter();
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = closingQuote(bytes, at + 1);
      meter.string(bytes, at + 1, end);
      at = end;
    } else if (byte === COLON) meter.keys += 1;
    else if (byte === COMMA) meter.comma();
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) meter.open(byte);
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) meter.close();
  }
  return { depth: meter.depth, keys: meter.keys, values: meter.values, items: meter.items };
}

/** The sizes of the part of a JSON text that was read so far. */
class Meter {
  depth = 0;
  keys = 0;
  values = 1;
  items = 0;
  #level = 0;
  #isInItems = false;
  /** The last string at the top level: a key, until its value begins. */
  #key = '';

  string(bytes: Buffer, start: number, end: number): void {
    if (this.#level === 1) this.#key = end - start === ITEMS.length ? bytes.toString('latin1', start, end) : '';
  }

  comma(): void {
    this.values += 1;
    if (this.#level === 1) this.#key = '';
    if (this.#isInItems && this.#level === 2) this.items += 1;
  }

  open(bracket: number): void {
    if (this.#level === 1 && this.#key === ITEMS && bracket === OPEN_ARRAY) {
      this.#isInItems = true;
      this.items = 1;
    }
    this.#level += 1;
    this.values += 1;
    this.depth = Math.max(this.depth, this.#level);
  }

  close(): void {
    this.#level -= 1;
    if (this.#level === 1) this.#isInItems = false;
  }
}

/** Returns the position of the quote that ends a string, or the end of the text. */
function closingQuote(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
