import type { Schema } from './document.js';
import { resolve } from './document.js';

/** Returns the rule for a field as text for people: "must be an array of 1 to 25 items". */
export function sentenceAbout(schema: Schema): string {
  switch (schema.type) {
    case 'array':
      return sentenceAboutArray(schema);
    case 'boolean':
      return 'must be true or false';
    case 'integer':
      return `must be a whole number${range(schema.minimum, schema.maximum)}`;
    case 'number':
      return `must be a number${range(schema.minimum, schema.maximum)}`;
    default:
      return `must be ${typeof schema.type === 'string' ? `a ${schema.type}` : 'valid'}`;
  }
}

function sentenceAboutArray(schema: Schema): string {
  const values = schema.items === undefined ? undefined : resolve<Schema>(schema.items).enum;
  if (values === undefined)
    return `must be an array of ${schema.minItems ?? 0} to ${schema.maxItems ?? 'any number of'} items`;
  const allowed = values.map((value) => `"${value}"`).join(', ');
  const atLeast = schema.minItems === undefined ? '' : 'at least one of ';
  return values.length === 1
    ? `must be an array of ${allowed}`
    : `must be an array of ${atLeast || 'any of '}${allowed}`;
}

function range(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of ${minimum} or more`;
  return maximum === undefined ? '' : ` of ${maximum} or less`;
}
