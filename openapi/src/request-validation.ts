import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Schema } from './document.js';
import { contract, resolve } from './document.js';
import { sentenceAbout } from './field-sentences.js';
import type { operations as Operations } from './generated/api.js';
import { operations } from './operations.js';
import { schemaCompiler } from './schema-compiler.js';

/** An operation that takes a body. */
export type BodyOperationId = {
  [Id in keyof Operations]: Operations[Id] extends { requestBody: object } ? Id : never;
}[keyof Operations];

type RequestBody<Id extends BodyOperationId> = Operations[Id]['requestBody']['content']['application/json'];
type Defaulted = 'reveal' | 'dryRun' | 'limit';

/**
 * A body whose top level is right: only known fields, none of them null, defaults filled in, duplicates taken out.
 * Its items are as they came: each is checked on its own later and at worst becomes an `invalid` result.
 */
export type ValidBody<Id extends BodyOperationId> = Omit<RequestBody<Id>, 'items' | Defaulted> & {
  items: unknown[];
} & Required<Pick<RequestBody<Id>, Extract<keyof RequestBody<Id>, Defaulted>>>;

export interface RequestErrors {
  /** Field name (`body`: the body itself) to sentences about it. */
  readonly errors: Record<string, string[]>;
  /** More than 25 items: the request fails with too_many_items, whatever else is wrong with it. */
  readonly tooManyItems?: true;
}

interface RequestRules {
  readonly fields: Readonly<Record<string, Schema>>;
  readonly maxItems: number;
  readonly validate: ValidateFunction;
}

const rulesByOperation: ReadonlyMap<BodyOperationId, RequestRules> = compileRules();

/**
 * Checks the top level of a parsed body against the document, and finds everything that is wrong with it. Unknown fields
 * are ignored, an optional null counts as absent. Never throws on any JSON.
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

/** A copy: what the caller sent stays as it is for the idempotency fingerprint. */
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
 * A list of known values says nothing more by its repeats, and of the others one too many is enough to be wrong: a body may hold tens of
 * thousands, and each would be an error to look at.
 */
function shortened(value: unknown, { items }: Schema): unknown {
  const values = items === undefined ? undefined : resolve<Schema>(items).enum;
  return Array.isArray(value) && values !== undefined
    ? [...new Set<unknown>(value)].slice(0, values.length + 1)
    : value;
}

/** One sentence a field, however many elements of it are wrong. */
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
