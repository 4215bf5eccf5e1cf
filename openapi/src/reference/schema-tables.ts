import type { Schema } from '../document.js';
import { contract, partialSchemas, resolve } from '../document.js';
import type { Html } from './html.js';
import { html, inline, text } from './html.js';

/**
 * Returns a section for every schema that a reader may look up, each under the anchor
 * `#schema-<name>`.
 */
export function schemaSections(): Html[] {
  return Object.entries(contract.components.schemas)
    .filter(([name, schema]) => hasSection(schema) && !partialSchemas.has(name))
    .map(
      ([name, schema]) =>
        html`<h3 id="schema-${name}">${name}</h3>
          ${schema.description === undefined ? undefined : text(schema.description)} ${schemaBody(schema)}`,
    );
}

/** Returns a link to the section of a schema. */
export function schemaLink(name: string): Html {
  return html`<a href="#schema-${name}">${name}</a>`;
}

function hasSection(schema: Schema): boolean {
  return schema.oneOf !== undefined || schema['x-enumDescriptions'] !== undefined || schema.type === 'object';
}

function schemaBody(schema: Schema): Html | undefined {
  if (schema.oneOf !== undefined) return html`<p>One of ${joined(schema.oneOf.map(typeOf))}.</p>`;
  const meanings = schema['x-enumDescriptions'];
  if (meanings !== undefined) return valueTable(meanings);
  return schema.properties === undefined ? undefined : fieldTable(schema);
}

function valueTable(meanings: Readonly<Record<string, string>>): Html {
  const rows = Object.entries(meanings).map(
    ([value, meaning]) =>
      html`<tr>
        <td><code>${value}</code></td>
        <td>${inline(meaning)}</td>
      </tr>`,
  );
  return html`<table>
    <tr>
      <th>Value</th>
      <th>Meaning</th>
    </tr>
    ${rows}
  </table>`;
}

function fieldTable(schema: Schema): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const description = property.description ?? resolve<Schema>(property).description;
    return html`<tr>
      <td><code>${name}</code></td>
      <td>${typeOf(property)}</td>
      <td>${schema.required?.includes(name) === true ? 'yes' : 'no'}</td>
      <td>${description === undefined ? undefined : text(description)}</td>
    </tr>`;
  });
  return html`<table>
    <tr>
      <th>Field</th>
      <th>Type</th>
      <th>Required</th>
      <th>Meaning</th>
    </tr>
    ${rows}
  </table>`;
}

function typeOf(schema: Schema): Html {
  const target = resolve<Schema>(schema);
  const name = schema.$ref?.slice('#/components/schemas/'.length);
  if (name !== undefined && hasSection(target)) return schemaLink(name);
  if (target.items !== undefined)
    return html`array of ${typeOf(target.items)}${bounds(target.minItems, target.maxItems)}`;
  if (target.const !== undefined) return html`<code>${JSON.stringify(target.const)}</code>`;
  if (target['x-extensible-enum'] !== undefined) return html`string (open list)`;
  if (target.enum !== undefined) return joined(target.enum.map((value) => html`<code>${value}</code>`));
  const type = typeof target.type === 'string' ? target.type : (target.type ?? []).join(' or ');
  const format = target.format === undefined ? '' : ` (${target.format})`;
  return html`${type}${format}${bounds(target.minimum, target.maximum)}`;
}

function bounds(least: number | undefined, most: number | undefined): string {
  if (least === undefined) return most === undefined ? '' : `, at most ${most}`;
  return most === undefined ? `, at least ${least}` : `, ${least} to ${most}`;
}

function joined(parts: readonly Html[]): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`, ${part}`))}`;
}
