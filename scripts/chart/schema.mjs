// Makes values.schema.json of what values.yaml says.
import { DEFINITIONS } from './definitions.mjs';
import { isMap } from './values.mjs';

const closed = (properties) => ({ type: 'object', additionalProperties: false, properties });

/**
 * Returns the JSON schema (draft 7: every Helm 3 understands it). Unknown names are refused
 * everywhere.
 */
export function schemaOf(values) {
  const service = childrenOf('defaults', values);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Values of the chart prospecting',
    ...closed({
      ...childrenOf('', values),
      global: { type: 'object', description: 'Values of a parent chart. This chart reads none.' },
    }),
    $defs: { ...DEFINITIONS, service: closed(service) },
  };
}

/** Returns the schemas of the values directly below a path. */
function childrenOf(parent, values) {
  const depth = parent === '' ? 1 : parent.split('.').length + 1;
  const children = values.filter(
    ({ path }) => path.split('.').length === depth && (parent === '' || path.startsWith(`${parent}.`)),
  );
  return Object.fromEntries(
    children.map((child) => [
      child.path.split('.').at(-1),
      { ...schemaOfValue(child, values), description: child.text },
    ]),
  );
}

function schemaOfValue({ path, type, value }, values) {
  if (path === 'defaults') return { $ref: '#/$defs/service' };
  if (type === 'service') {
    const shared = Object.keys(childrenOf('defaults', values));
    const references = shared.map((name) => [name, { $ref: `#/$defs/service/properties/${name}` }]);
    return closed({ ...Object.fromEntries(references), ...childrenOf(path, values) });
  }
  if (type !== undefined) return schemaOfType(type, path);
  if (isMap(value)) return closed(childrenOf(path, values));
  if (['boolean', 'string'].includes(typeof value)) return { type: typeof value };
  throw new Error(`values.yaml: ${path} needs a line with its type, such as "# @ integer 0..10"`);
}

const TYPES = {
  object: { type: 'object' },
  'object list': { type: 'array', items: { type: 'object' } },
  'string list': { type: 'array', items: { type: 'string', minLength: 1 } },
  'integer list': { type: 'array', items: { type: 'integer' } },
  'string map': { type: 'object', additionalProperties: { type: 'string' } },
  'scalar map': { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
  quantity: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?(m|k|M|G|T|P|Ki|Mi|Gi|Ti|Pi)?$' },
  'integer or percent': {
    anyOf: [
      { type: 'integer', minimum: 0 },
      { type: 'string', pattern: '^[0-9]+%$' },
    ],
  },
};

function schemaOfType(type, path) {
  if (type in TYPES) return TYPES[type];
  if (type in DEFINITIONS) return { $ref: `#/$defs/${type}` };
  const mapOf = /^map of (\w+)$/.exec(type)?.[1];
  if (mapOf in DEFINITIONS) {
    const names = '^[a-z]([-a-z0-9]{0,13}[a-z0-9])?$';
    return {
      type: 'object',
      additionalProperties: false,
      patternProperties: { [names]: { $ref: `#/$defs/${mapOf}` } },
    };
  }
  const range = /^(integer|number) (-?[\d.]+)\.\.(-?[\d.]+)$/.exec(type);
  if (range) return { type: range[1], minimum: Number(range[2]), maximum: Number(range[3]) };
  const pattern = /^string \/(.*)\/$/.exec(type)?.[1];
  if (pattern !== undefined) return { type: 'string', pattern };
  if (type.includes(' | ')) return { enum: type.split(' | ') };
  throw new Error(`values.yaml: ${path} has a type that nobody knows: ${type}`);
}
