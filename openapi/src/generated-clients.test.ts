import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect } from 'chai';
import type { Schema } from './document.js';
import { contract, resolve } from './document.js';
import { operations } from './operations.js';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));

/** A schema of the document with the path to it, such as `Contact/properties/email`. */
type PlacedSchema = readonly [place: string, schema: Schema];

/** Returns a schema and every schema inside it, without following references. */
function schemasIn(place: string, schema: Schema): PlacedSchema[] {
  const inside = (['items', 'if', 'then', 'else', 'not', 'additionalProperties'] as const).flatMap((keyword) =>
    isSchema(schema[keyword]) ? schemasIn(`${place}/${keyword}`, schema[keyword]) : [],
  );
  const listed = (['allOf', 'oneOf', 'anyOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).flatMap((part, index) => schemasIn(`${place}/${keyword}/${index}`, part)),
  );
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    isSchema(property) ? schemasIn(`${place}/properties/${name}`, property) : [],
  );
  return [[place, schema], ...inside, ...listed, ...properties];
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null;
}

const namedSchemas = contract.components.schemas;
const everySchema = Object.entries(namedSchemas).flatMap(([name, schema]) => schemasIn(name, schema));

/** Returns the names of the schemas that a response can reach. */
function responseSchemaNames(): ReadonlySet<string> {
  const names = new Set<string>(['Problem', ...Object.values(operations).map(({ responseSchema }) => responseSchema)]);
  for (const name of names) {
    for (const [, pointer] of JSON.stringify(namedSchemas[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      names.add(pointer ?? '');
    }
  }
  return names;
}

describe('the document as client generators read it', () => {
  it('gives the type object to every part of an allOf and to every named condition', () => {
    const parts = everySchema.flatMap(([place, { allOf = [], if: condition, then }]) =>
      [...allOf, ...[condition, then].filter((part) => part?.$ref !== undefined)].map((part) => [place, part] as const),
    );
    expect(parts.length).to.be.greaterThan(5);
    const untyped = parts.filter(([, part]) => resolve<Schema>(part ?? {}).type !== 'object');
    expect(untyped.map(([place, part]) => `${place}: ${part?.$ref}`)).to.deep.equal([]);
  });

  it('lists properties in every object, because openapi-typescript gives others the type Record<string, never>', () => {
    const bare = everySchema.filter(
      ([, schema]) =>
        schema.type === 'object' && schema.properties === undefined && schema.additionalProperties === undefined,
    );
    expect(bare.map(([place]) => place)).to.deep.equal([]);
  });

  it('gives items to every array, conditions included', () => {
    const arrays = everySchema.filter(
      ([, { type }]) => type === 'array' || (Array.isArray(type) && type.includes('array')),
    );
    expect(arrays.length).to.be.greaterThan(15);
    expect(arrays.filter(([, { items }]) => items === undefined).map(([place]) => place)).to.deep.equal([]);
  });

  it('requires every property with a const, because openapi-python-client writes invalid code for an optional one', () => {
    const optional = everySchema.flatMap(([place, { properties = {}, required = [] }]) => {
      // Generators do not read conditions that are written in place.
      if (/\/(if|then)\b/.test(place)) return [];
      const names = Object.keys(properties).filter((name) => properties[name]?.const !== undefined);
      return names.filter((name) => !required.includes(name)).map((name) => `${place}/properties/${name}`);
    });
    expect(optional).to.deep.equal([]);
  });

  it('[9.2] leaves problem codes, item errors and reasons open, and lists their known values', () => {
    for (const name of ['ProblemCode', 'ItemError', 'NotFoundReason']) {
      const { type, enum: closed, 'x-extensible-enum': known = [], description } = namedSchemas[name] ?? {};
      expect({ type, closed }, name).to.deep.equal({ type: 'string', closed: undefined });
      expect(known.length, name).to.be.greaterThan(2);
      expect(description, name).to.contain('within v1');
    }
  });

  it('closes only the lists in responses that v1 does not extend', () => {
    const names = responseSchemaNames();
    const closed = everySchema.filter(
      ([place, schema]) => names.has(place.split('/')[0] ?? '') && schema.enum !== undefined,
    );
    expect(closed.map(([place]) => place)).to.deep.equal([
      'CountryCode',
      'OrganizationMatchedBy',
      'ContactsMatchedBy',
      'InfoType',
      'PersonMatchedBy',
    ]);
  });

  it('keeps defaults out of the properties of objects, so that no generated type requires an optional field', () => {
    const defaulted = everySchema.filter(
      ([place, schema]) => place.includes('/properties/') && schema.default !== undefined,
    );
    expect(defaulted.map(([place]) => place)).to.deep.equal([]);
  });
});

describe('the document under linters and generators', function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-clients-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('passes the OpenAPI rules of Spectral', async () => {
    const spectral = new spectralCore.Spectral();
    // The two packages disagree on the type of a rule set without a parent.
    const oas = spectralRulesets.oas as unknown as RulesetDefinition;
    // The document names no person or address to contact: that is between the service and its customers.
    spectral.setRuleset({ extends: [oas], rules: { 'info-contact': 'off' } });
    const findings = await spectral.run(JSON.stringify(contract));
    expect(findings.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).to.deep.equal([]);
  });

  it('passes the strict rules of Redocly', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'lint', '--', '--format', 'json'], { cwd: packageFolder });
    expect((JSON.parse(stdout) as { totals: unknown }).totals).to.deep.include({ errors: 0, warnings: 0 });
  });

  it('makes openapi-typescript require only the fields that the service requires', async () => {
    const output = join(folder, 'api.ts');
    await run('npm', ['exec', '--', 'openapi-typescript', 'openapi.json', '--output', output], { cwd: packageFolder });
    const types = await readFile(output, 'utf8');
    const fields = types.matchAll(/^ +(reveal|dryRun|limit)(\??): components\["schemas"\]\["([A-Za-z]+)"\]/gm);
    const required = [...fields].filter(([, , mark]) => mark === '').map(([, name, , type]) => `${name}: ${type}`);
    expect([...new Set(required)]).to.deep.equal(['dryRun: DryRunEcho', 'reveal: RevealQuote']);
    for (const name of ['reveal', 'dryRun', 'limit']) expect(types).to.match(new RegExp(`^ +${name}\\?: `, 'm'));
  });
});
