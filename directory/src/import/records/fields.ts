import { isCleanText } from '../../identifiers/index.js';
import { RecordRejected, type RejectReason } from '../reject-reasons.js';

/** A canonical record whose fields are not yet checked. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns a value as an object with fields.
 *
 * @param field of the record that holds the value; undefined for the record itself
 * @throws RecordRejected when the value is not a JSON object
 */
export function asFields(record: unknown, field?: string): Fields {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new RecordRejected(field === undefined ? 'invalid_record' : 'wrong_type', field);
  }
  return record as Fields;
}

/** Returns a trimmed text; undefined when absent, null or empty. `maxLength` is in UTF-16 units. */
export function text(fields: Fields, field: string, maxLength: number): string | undefined {
  const value = fields[field];
  return value === undefined || value === null ? undefined : cleanText(value, field, maxLength);
}

/** Returns a trimmed text, or rejects the record when it is absent, null or empty. */
export function requiredText(fields: Fields, field: string, maxLength: number): string {
  return required(text(fields, field, maxLength), field);
}

/** Returns the value, or rejects the record when it is undefined. */
export function required<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new RecordRejected('missing_field', field);
  return value;
}

/** Returns a boolean; false when absent or null. */
export function flag(fields: Fields, field: string): boolean {
  const value = fields[field];
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new RecordRejected('wrong_type', field);
  return value;
}

/** Returns a whole number within inclusive bounds; undefined when absent or null. */
export function integer(fields: Fields, field: string, min: number, max: number): number | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number') throw new RecordRejected('wrong_type', field);
  if (!Number.isInteger(value) || value < min || value > max) throw new RecordRejected('out_of_range', field);
  return value;
}

/** Returns a list of distinct trimmed texts without empty ones; undefined when none is left. */
export function texts(fields: Fields, field: string, maxValues: number, maxLength: number): string[] | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw new RecordRejected('wrong_type', field);
  if (value.length > maxValues) throw new RecordRejected('too_many_values', field);
  const found = new Set<string>();
  for (const element of value as unknown[]) {
    const each = cleanText(element, field, maxLength);
    if (each !== undefined) found.add(each);
  }
  return found.size === 0 ? undefined : [...found];
}

/**
 * Returns a text in its stored form; undefined when absent. Rejects the record for `reason` when
 * the parser returns undefined.
 */
export function parsed<Value>(
  fields: Fields,
  field: string,
  parse: (written: string) => Value | undefined,
  reason: RejectReason,
): Value | undefined {
  const written = text(fields, field, MAX_IDENTIFIER_LENGTH);
  if (written === undefined) return undefined;
  const value = parse(written);
  if (value === undefined) throw new RecordRejected(reason, field);
  return value;
}

/** Longest text that any parser accepts: a URL. */
const MAX_IDENTIFIER_LENGTH = 2048;

function cleanText(value: unknown, field: string, maxLength: number): string | undefined {
  if (typeof value !== 'string') throw new RecordRejected('wrong_type', field);
  if (!isCleanText(value)) throw new RecordRejected('invalid_text', field);
  const trimmed = value.trim();
  if (trimmed.length > maxLength) throw new RecordRejected('too_long', field);
  return trimmed === '' ? undefined : trimmed;
}
