import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Schema } from './document.js';
import { loadDocument } from './document.js';

/** Changes to a schema of the document before it is compiled; undefined leaves it as it is. */
export type SchemaChange = (schema: Schema) => Schema | true | undefined;

const DOCUMENT = 'contract';

/**
 * Compiles schemas of the document by name, after applying `change` to each schema under `components`. References
 * between schemas lead to the changed ones.
 */
export function schemaCompiler(change: SchemaChange, options: Options): (schemaName: string) => ValidateFunction {
  const document = loadDocument();
  const schemas: Record<string, Schema | true> = {};
  for (const [name, schema] of Object.entries(document.components.schemas)) schemas[name] = change(schema) ?? schema;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, discriminator: true, ...options });
  formats.default(ajv, { mode: 'fast', formats: ['uuid', 'uri'] });
  ajv.addVocabulary(['components', 'x-personal-data', 'x-invalid-item', 'x-enumDescriptions']);
  ajv.addSchema({ components: { schemas } }, DOCUMENT);
  return (schemaName) => ajv.compile({ $ref: `${DOCUMENT}#/components/schemas/${schemaName}` });
}
