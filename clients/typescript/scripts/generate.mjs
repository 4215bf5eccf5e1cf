// Writes src/generated/api.ts: the types of bodies, from the OpenAPI document. Prints instead of
// writing with --print. Paths, headers and responses stay out, because the client has its own
// surface for them and the package has to stay small.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

const DOCUMENT = new URL('../../../openapi/openapi.json', import.meta.url);
const TARGET = fileURLToPath(new URL('../src/generated/api.ts', import.meta.url));

/** Becomes a type that accepts every string and still lets editors offer the known values. */
const ANY_OTHER = '(string & {})';

/** The schemas that requests and answers refer to, by name. */
function reachable({ paths, components }) {
  const names = new Set(['Problem']);
  const collect = (value) => {
    for (const [, name] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) names.add(name);
  };
  for (const { requestBody, responses } of Object.values(paths).flatMap((path) => Object.values(path))) {
    collect([requestBody ?? {}, responses['200'] ?? {}]);
  }
  for (const name of names) collect(withoutConditions(components.schemas[name]));
  return Object.fromEntries([...names].map((name) => [name, lean(components.schemas[name])]));
}

/** A schema without what types do not show: the condition under which `maxCredits` is required. */
function withoutConditions({ if: _if, then: _then, ...schema }) {
  return schema;
}

/** A schema without examples and with its open list as one that accepts further values. */
function lean(schema) {
  if (Array.isArray(schema)) return schema.map(lean);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { example: _, examples: __, default: ___, 'x-extensible-enum': known, ...rest } = withoutConditions(schema);
  const members = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, lean(value)]));
  return known === undefined ? members : { ...members, enum: [...known, ANY_OTHER] };
}

const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'));
const { openapi, info } = document;
const schemas = reachable(document);
const compiler = fileURLToPath(new URL('../bin/cli.js', pathToPackage('openapi-typescript')));
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [compiler, '--root-types', '--root-types-no-schema-prefix'],
  { input: JSON.stringify({ openapi, info, paths: {}, components: { schemas } }), encoding: 'utf8' },
);
if (status !== 0) throw new Error(stderr);
// Only the schemas: without paths, the rest of the output is empty.
const text = stdout
  .replaceAll(JSON.stringify(ANY_OTHER), ANY_OTHER)
  .replace(/^export (type|interface) (paths|webhooks|operations|\$defs)\b.*\n/gm, '')
  .replace(/^ {4}(responses|parameters|requestBodies|headers|pathItems): never;\n/gm, '');
const formatted = await format(text, { ...(await resolveConfig(TARGET)), filepath: TARGET });
if (process.argv.includes('--print')) process.stdout.write(formatted);
else writeFileSync(TARGET, formatted);

function pathToPackage(name) {
  return new URL(`file://${createRequire(import.meta.url).resolve(name)}`);
}
