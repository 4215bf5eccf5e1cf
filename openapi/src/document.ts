import { readFileSync } from 'node:fs';
import type { ProblemCode } from './generated/api.js';

/** A JSON schema of the document, as far as the code here reads it. */
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
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly 'x-personal-data'?: true;
  readonly 'x-invalid-item'?: true;
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** The example of a problem: also what its error page says. */
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

/** What an operation can cost; stands on every operation that can spend, and on no other. */
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
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', Operation>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<ProblemCode, ProblemExample>>;
    readonly securitySchemes: { readonly apiKey: { readonly description: string } };
  };
}

const documentText = readFileSync(new URL('../openapi.json', import.meta.url), 'utf8');

/** The contract of this package, a copy of its own at every call. */
export function loadDocument(): OpenApiDocument {
  return JSON.parse(documentText) as OpenApiDocument;
}

/** The contract as read by this package; not to be changed. */
export const contract: OpenApiDocument = loadDocument();

/** The contract as one installation publishes it. `baseUrl` is absolute and ends in `/external/v1`. */
export function documentFor({ baseUrl }: { readonly baseUrl: string }): OpenApiDocument {
  return { ...loadDocument(), servers: [{ url: baseUrl.replace(/\/+$/, '') }] };
}

/** What a reference of the document stands for; anything else stands for itself. Throws on a reference that leads nowhere. */
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

/** The values of a closed list, in the order of the document. */
export function enumOf(schemaName: string): readonly string[] {
  const values = contract.components.schemas[schemaName]?.enum;
  if (values === undefined) throw new Error(`The contract has no list ${schemaName}`);
  return values;
}
