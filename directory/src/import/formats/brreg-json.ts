import type { Line } from '../lines.js';
import type { Reject } from '../reject-reasons.js';
import { brregOrganization, type BrregFields } from './brreg-record.js';
import { defineFormat, type FoundRecord } from './format.js';
import { member, textAt, valueAt } from './json-fields.js';
import { splitObjects } from './json-objects.js';

/** Enough for a page of the register's search: at most 10,000 records of a few kilobytes each. */
const MAX_OBJECT_BYTES = 32 * 1024 * 1024;

/**
 * Reads the nightly file of all units or branches, one unit as the API returns it, pages of the
 * API's search, or any sequence of these.
 */
export const brregJson = defineFormat({
  name: 'brreg-json',
  kinds: ['organizations'],
  source: 'brreg',
  description: "JSON of Norway's Enhetsregisteret (data.brreg.no): the nightly files and answers of its API",
  async *read(bytes) {
    for await (const objects of splitObjects(bytes, MAX_OBJECT_BYTES)) yield objects.flatMap(parseObject);
  },
});

function parseObject(object: Line | Reject): (FoundRecord | Reject)[] {
  if ('reason' in object) return [object];
  const { line, text } = object;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [{ line, reason: 'invalid_json' }];
  }
  return unitsOf(parsed).map((unit) => ({ line, ...brregOrganization(jsonFields(unit)) }));
}

/**
 * Returns the units of a search page; an empty page has no `_embedded`. Other objects are units.
 */
function unitsOf(parsed: unknown): readonly unknown[] {
  const embedded = member(parsed, '_embedded');
  const units = member(embedded, 'enheter') ?? member(embedded, 'underenheter');
  if (Array.isArray(units)) return units as unknown[];
  const emptyPage = member(parsed, 'page') !== undefined && member(parsed, 'organisasjonsnummer') === undefined;
  return emptyPage ? [] : [parsed];
}

function jsonFields(unit: unknown): BrregFields {
  return {
    text: (path) => textAt(unit, path),
    lines(path) {
      const value = valueAt(unit, path);
      const lines: unknown[] = Array.isArray(value) ? value : [value];
      return lines.filter((line) => typeof line === 'string').filter((line) => line.trim() !== '');
    },
  };
}
