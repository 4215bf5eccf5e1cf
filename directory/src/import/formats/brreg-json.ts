import type { Line } from '../lines.js';
import type { Reject } from '../rejects.js';
import { brregOrganization, type BrregFields } from './brreg-record.js';
import type { Format, FoundRecord } from './format.js';
import { splitObjects } from './json-objects.js';

/** A page of the register's search holds at most 10,000 records of a few kilobytes. */
const MAX_OBJECT_BYTES = 32 * 1024 * 1024;

/**
 * The Norwegian register's JSON: the nightly file of all units or branches, one unit as its API answers it, or pages of its search;
 * several of them one after the other too.
 */
export const brregJson: Format = {
  name: 'brreg-json',
  kinds: ['organizations'],
  async *read(bytes) {
    for await (const objects of splitObjects(bytes, MAX_OBJECT_BYTES)) yield objects.flatMap(parseObject);
  },
};

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

/** The units of a search page; an empty one has no `_embedded`. Anything else is a unit itself. */
function unitsOf(parsed: unknown): readonly unknown[] {
  const embedded = member(parsed, '_embedded');
  const units = member(embedded, 'enheter') ?? member(embedded, 'underenheter');
  if (Array.isArray(units)) return units as unknown[];
  const emptyPage = member(parsed, 'page') !== undefined && member(parsed, 'organisasjonsnummer') === undefined;
  return emptyPage ? [] : [parsed];
}

function jsonFields(unit: unknown): BrregFields {
  return {
    text(path) {
      const value = at(unit, path);
      if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
    },
    lines(path) {
      const value = at(unit, path);
      const lines: unknown[] = Array.isArray(value) ? value : [value];
      return lines.filter((line) => typeof line === 'string').filter((line) => line.trim() !== '');
    },
  };
}

function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = member(found, name);
  return found;
}

function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
