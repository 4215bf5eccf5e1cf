import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from './document.js';
import { contract, resolve } from './document.js';
import { sentenceAbout } from './field-sentences.js';
import type { operations as Operations } from './generated/api.js';
import { operations } from './operations.js';
import { schemaCompiler } from './schema-compiler.js';

/** An operation with a request body. */
export type BodyOperationId = {
  [Id in keyof Operations]: Operations[Id] extends { requestBody: object } ? Id : never;
}[keyof Operations];

type RequestBody<Id extends BodyOperationId> = Operations[Id]['requestBody']['content']['application/json'];
type Defaulted = 'reveal' | 'dryRun' | 'limit';

/**
 * A body with a valid top level: only known fields, none of them null, defaults filled in,
 * duplicates removed. Its items are unchanged. Each is checked separately later and at worst
 * becomes an `invalid` result.
 */
export type ValidBody<Id extends BodyOperationId> = Omit<RequestBody<Id>, 'items' | Defaulted> & {
  items: unknown[];
} & Required<Pick<RequestBody<Id>, Extract<keyof RequestBody<Id>, Defaulted>>>;

export interface RequestErrors {
  /** Sentences by field name; `body` is the body itself. */
  readonly errors: Record<string, string[]>;
  /**
   * Set for more than 25 items: the request fails with `too_many_items`, which precedes all other
   * errors.
   */
  readonly tooManyItems?: true;
}

interface RequestRules {
  readonly fields: Readonly<Record<string, Schema>>;
  readonly maxItems: number;
  readonly validate: ValidateFunction;
}

const rulesByOperation: ReadonlyMap<BodyOperationId, RequestRules> = compileRules();

/**
 * Validates the top level of a parsed body against the document and reports every error. Ignores
 * unknown fields and treats an optional null as absent. Never throws, for any JSON value.
 */
export function validateRequest<Id extends BodyOperationId>(
  operationId: Id,
  body: unknown,
): { readonly body: ValidBody<Id> } | RequestErrors {
  const { fields, maxItems, validate } = rulesOf(operationId);
  if (!isJsonObject(body)) return { errors: { body: ['must be a JSON object'] } };
  const known = knownFields(body, fields);
  const isValid = validate(known);
  const items = known['items'];
  if (Array.isArray(items) && items.length > maxItems) {
    return { errors: { items: [sentenceAbout(fields['items'] ?? {})] }, tooManyItems: true };
  }
  if (!isValid) return { errors: sentencesFor(validate.errors ?? [], fields) };
  return { body: known as ValidBody<Id> };
}

function rulesOf(operationId: BodyOperationId): RequestRules {
  const rules = rulesByOperation.get(operationId);
  if (rules === undefined) throw new Error(`${operationId} takes no body`);
  return rules;
}

function compileRules(): Map<BodyOperationId, RequestRules> {
  const anything = (schema: Schema): true | undefined => schema['x-invalid-item'];
  const compile = schemaCompiler(anything, { allErrors: true });
  const rules = new Map<BodyOperationId, RequestRules>();
  for (const { operationId, requestSchema } of Object.values(operations)) {
    if (requestSchema === undefined) continue;
    const fields = resolvedProperties(contract.components.schemas[requestSchema]);
    const maxItems = fields['items']?.maxItems;
    if (maxItems === undefined) throw new Error(`${requestSchema} does not bound its items`);
    rules.set(operationId as BodyOperationId, { fields, maxItems, validate: compile(requestSchema) });
  }
  return rules;
}

function resolvedProperties(schema: Schema | undefined): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schema?.properties ?? {}).map(([name, property]) => [name, resolve<Schema>(property)]),
  );
}

function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the known fields in a new object. The idempotency fingerprint needs the body unchanged.
 */
function knownFields(body: Record<string, unknown>, fields: RequestRules['fields']): Record<string, unknown> {
  const known: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const sent = Object.hasOwn(body, name) ? body[name] : undefined;
    const value = sent ?? structuredClone(schema.default);
    if (value !== undefined) known[name] = shortened(value, schema);
  }
  return known;
}

/**
 * Removes duplicates from a list of known values and cuts it after one value too many. A body can
 * hold tens of thousands of values, and ajv reports an error for each wrong one.
 */
function shortened(value: unknown, { items }: Schema): unknown {
  const values = items === undefined ? undefined : resolve<Schema>(items).enum;
  return Array.isArray(value) && values !== undefined
    ? [...new Set<unknown>(value)].slice(0, values.length + 1)
    : value;
}

/** Returns one sentence per field, even when several of its elements are invalid. */
function sentencesFor(errors: readonly ErrorObject[], fields: RequestRules['fields']): Record<string, string[]> {
  const sentences: Record<string, string[]> = {};
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    const missing = error.keyword === 'required' ? String(error.params['missingProperty']) : undefined;
    const name = missing ?? error.instancePath.split('/')[1] ?? 'body';
    if (Object.hasOwn(sentences, name)) continue;
    const sentence = sentenceAbout(fields[name] ?? {});
    sentences[name] = [missing === undefined ? sentence : requirement(name, sentence)];
  }
  return sentences;
}

function requirement(name: string, sentence: string): string {
  const occasion = name === 'maxCredits' ? ' when revealing, unless dryRun is true' : '';
  return `is required${occasion}, and ${sentence}`;
}
