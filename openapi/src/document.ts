import { readFileSync } from 'node:fs';
import type { ProblemCode } from './generated/api.js';

/** A JSON schema of the document, with the keywords that this package reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly 'x-personal-data'?: true;
  readonly 'x-invalid-item'?: true;
  /** The known values of an open list: the service sends no others, and a later v1 may add some. */
  readonly 'x-extensible-enum'?: readonly string[];
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** The example of a problem and the text of its error page. */
export interface ProblemExample extends Example {
  readonly 'x-what-to-do': string;
}

export interface MediaType {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, Example | Reference>>;
}

export interface Header {
  readonly description: string;
  readonly schema: Schema;
  readonly example: unknown;
}

export interface Parameter extends Header {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Reference>>;
  readonly content: Readonly<Record<string, MediaType>>;
}

/** The cost of an operation. Every operation that can spend has one, and no other does. */
export interface CreditCost {
  readonly unit: string;
  readonly spendsWhen: string;
  readonly defaults: Readonly<Record<string, number>>;
  readonly rules: readonly string[];
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly 'x-credit-cost'?: CreditCost;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, MediaType>> };
  readonly responses: Readonly<Record<string, Response | Reference>>;
}

/** The bundled contract: plain JSON, every reference within the document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
  };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', Operation>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<ProblemCode, ProblemExample>>;
    readonly securitySchemes: { readonly apiKey: { readonly description: string } };
  };
}

const documentText = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');

/** Returns a new copy of the contract at every call. */
export function loadDocument(): OpenApiDocument {
  return JSON.parse(documentText) as OpenApiDocument;
}

/** The contract that this package reads. Do not change it. */
export const contract: OpenApiDocument = loadDocument();

/**
 * Returns the contract as one installation publishes it. `baseUrl` is absolute and ends in
 * `/external/v1`.
 */
export function documentFor({ baseUrl }: { readonly baseUrl: string }): OpenApiDocument {
  return { ...loadDocument(), servers: [{ url: baseUrl.replace(/\/+$/, '') }] };
}

/**
 * Returns the target of a reference, and anything else unchanged. Throws when the document does not
 * have the target.
 */
export function resolve<T extends object>(target: T | Reference): T {
  const pointer = '$ref' in target ? target.$ref : undefined;
  if (pointer === undefined) return target as T;
  let found: unknown = contract;
  for (const segment of pointer.replace(/^#\//, '').split('/')) {
    found = (found as Record<string, unknown>)[segment.replaceAll('~1', '/').replaceAll('~0', '~')];
    if (found === undefined) throw new Error(`The contract has no ${pointer}`);
  }
  return found as T;
}

/**
 * The names of the schemas that describe only part of an object: parts of an allOf and conditions.
 * The object has fields that they do not list.
 */
export const partialSchemas: ReadonlySet<string> = new Set(
  Object.values(contract.components.schemas)
    .flatMap((schema) => [...(schema.allOf ?? []), schema.if, schema.then])
    .map((part) => part?.$ref?.slice('#/components/schemas/'.length) ?? ''),
);

/** Returns the values of a list, closed or open, in the order of the document. */
export function enumOf(schemaName: string): readonly string[] {
  const schema = contract.components.schemas[schemaName];
  const values = schema?.enum ?? schema?.['x-extensible-enum'];
  if (values === undefined) throw new Error(`The contract has no list ${schemaName}`);
  return values;
}
