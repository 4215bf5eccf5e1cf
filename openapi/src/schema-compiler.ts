import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schema } from './document.js';
import { loadDocument } from './document.js';

/**
 * Returns the schema to compile in place of one of the document; `undefined` keeps the schema
 * unchanged.
 */
export type SchemaChange = (schema: Schema, name: string) => Schema | true | undefined;

const DOCUMENT = 'contract';

/**
 * Returns a compiler of the document's schemas by name. It applies `change` to each schema under
 * `components` first, and references between schemas lead to the changed ones.
 */
export function schemaCompiler(change: SchemaChange, options: Options): (schemaName: string) => ValidateFunction {
  const document = loadDocument();
  const schemas: Record<string, Schema | true> = {};
  for (const [name, schema] of Object.entries(document.components.schemas))
    schemas[name] = change(schema, name) ?? schema;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, discriminator: true, ...options });
  formats.default(ajv, { mode: 'fast', formats: ['uuid', 'uri'] });
  ajv.addVocabulary(['components', 'x-personal-data', 'x-invalid-item', 'x-enumDescriptions', 'x-extensible-enum']);
  ajv.addSchema({ components: { schemas } }, DOCUMENT);
  return (schemaName) => ajv.compile({ $ref: `${DOCUMENT}#/components/schemas/${schemaName}` });
}
