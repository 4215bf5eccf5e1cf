import { isCleanText } from '../../identifiers/index.js';
import { RecordRejected, type RejectReason } from '../reject-reasons.js';

/** A canonical record as it came: every field is still to be checked. */
export type Fields = Readonly<Record<string, unknown>>;

/** @throws RecordRejected when it is no JSON object */
export function asFields(record: unknown, field?: string): Fields {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    throw new RecordRejected(field === undefined ? 'invalid_record' : 'wrong_type', field);
  }
  return record as Fields;
}

/** A trimmed text; undefined when absent, null or empty. `maxLength` in UTF-16 units. */
export function text(fields: Fields, field: string, maxLength: number): string | undefined {
  const value = fields[field];
  return value === undefined || value === null ? undefined : cleanText(value, field, maxLength);
}

/** A trimmed text that must be there and not empty. */
export function requiredText(fields: Fields, field: string, maxLength: number): string {
  return required(text(fields, field, maxLength), field);
}

export function required<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new RecordRejected('missing_field', field);
  return value;
}

/** A boolean; false when absent or null. */
export function flag(fields: Fields, field: string): boolean {
  const value = fields[field];
  if (value === undefined || value === null) return false;
  if (typeof value !== 'boolean') throw new RecordRejected('wrong_type', field);
  return value;
}

/** A whole number within bounds, both included; undefined when absent or null. */
export function integer(fields: Fields, field: string, min: number, max: number): number | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number') throw new RecordRejected('wrong_type', field);
  if (!Number.isInteger(value) || value < min || value > max) throw new RecordRejected('out_of_range', field);
  return value === 0 ? 0 : value;
}

/** A list of trimmed texts, empty ones left out, each once; undefined when nothing is left. */
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

/** A text in the one form in which it is stored, as read by one of the parsers of `identifiers/`; undefined when absent. */
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

/** Longest text that any parser accepts: a web address. */
const MAX_IDENTIFIER_LENGTH = 2048;

function cleanText(value: unknown, field: string, maxLength: number): string | undefined {
  if (typeof value !== 'string') throw new RecordRejected('wrong_type', field);
  if (!isCleanText(value)) throw new RecordRejected('invalid_text', field);
  const trimmed = value.trim();
  if (trimmed.length > maxLength) throw new RecordRejected('too_long', field);
  return trimmed === '' ? undefined : trimmed;
}
