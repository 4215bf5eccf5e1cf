import { createHash } from 'node:crypto';
import type { Json } from '../http/json-text.js';

/**
 * What makes two requests the same: SHA-256 of method, path and the body in canonical form, so that key order, white space and
 * escapes do not matter and everything else does, fields that no endpoint knows included.
 */
export function fingerprint(method: string, path: string, body: Json): Buffer {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest();
}

/** Keys in code unit order, no white space, numbers exactly as `JSON.parse` reads them. */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${members.join(',')}}`;
}

/** `JSON.stringify` would write the infinities that `1e999` reads as like null, and -0 like 0. */
function canonicalNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
