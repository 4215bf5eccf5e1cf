import { resolve, type Schema } from '@prospecting/openapi/document';
import { line } from './page.js';

const POINTER = '#/components/schemas/';

/** A named object of the document that has a section of its own on the page. */
export interface ObjectSection {
  readonly name: string;
  readonly schema: Schema;
}

/** Returns the fields of an object as a list: name, type, whether required, meaning. */
export function fieldList(schema: Schema, sections: readonly ObjectSection[] = [], depth = 0): string {
  const indent = '  '.repeat(depth);
  return Object.entries(schema.properties ?? {})
    .map(([name, property]) => {
      const isRequired = schema.required?.includes(name) === true;
      const head = `${indent}- **\`${name}\`** ${typeOf(property, sections)}${isRequired ? ' · _required_' : ''}`;
      const meaning = property.description ?? resolve<Schema>(property).description;
      const nested = nestedFields(property, sections, depth + 1);
      const about = meaning === undefined ? undefined : `${indent}  ${line(meaning)}`;
      return [head, about, nested].filter((part) => part !== undefined).join('\n\n');
    })
    .join('\n\n');
}

function nestedFields(property: Schema, sections: readonly ObjectSection[], depth: number): string | undefined {
  const schema = objectOf(property);
  if (schema === undefined || schema.oneOf !== undefined || sectionOf(property, sections) !== undefined)
    return undefined;
  const fields = fieldList(schema, sections, depth);
  if (fields === '') return undefined;
  const about = property.type === 'array' && schema.description !== undefined ? line(schema.description) : undefined;
  return about === undefined ? fields : `${'  '.repeat(depth)}${about}\n\n${fields}`;
}

/** Returns the object that a property, or each entry of a property, is. */
function objectOf(property: Schema): Schema | undefined {
  const schema = resolve<Schema>(property);
  if (schema.items !== undefined) return objectOf(schema.items);
  return schema.type === 'object' || schema.oneOf !== undefined ? schema : undefined;
}

/**
 * Returns the named objects below a schema that have a section of their own, in order of appearance.
 */
export function objectSections(schema: Schema, found = new Map<string, ObjectSection>()): ObjectSection[] {
  const target = resolve<Schema>(schema);
  for (const part of [target.items, ...(target.oneOf ?? [])]) if (part !== undefined) objectSections(part, found);
  for (const property of Object.values(target.properties ?? {})) {
    const name = nameOf(property);
    const object = objectOf(property);
    if (name !== undefined && object?.properties !== undefined) found.set(name, { name, schema: object });
    objectSections(property, found);
  }
  return [...found.values()];
}

/** Returns the name of the schema that a property, or each entry of a property, refers to. */
function nameOf(property: Schema): string | undefined {
  return (property.$ref ?? property.items?.$ref)?.slice(POINTER.length);
}

function sectionOf(property: Schema, sections: readonly ObjectSection[]): ObjectSection | undefined {
  const name = nameOf(property);
  return sections.find((section) => section.name === name);
}

/** Returns the words of a name: `RevealQuote` is "reveal quote". */
export function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** Returns the type of a field with its bounds, for people. */
function typeOf(property: Schema, sections: readonly ObjectSection[]): string {
  const section = sectionOf(property, sections);
  const schema = resolve<Schema>(property);
  if (schema.items !== undefined) {
    const items = section === undefined ? typeOf(schema.items, sections) : linkTo(section);
    return `array of ${items}${range(schema.minItems, schema.maxItems, '')}${byDefault(schema)}`;
  }
  if (section !== undefined) return linkTo(section);
  if (schema.oneOf !== undefined) return `[result](#results)`;
  if (schema.const !== undefined) return `always \`${JSON.stringify(schema.const)}\``;
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
  return `${plainType(schema)}${byDefault(schema)}`;
}

function linkTo({ name }: ObjectSection): string {
  return `[${wordsOf(name)}](#the-${wordsOf(name).replaceAll(' ', '-')}-object)`;
}

const OPEN_LISTS: Readonly<Record<string, string>> = {
  ItemError: '/errors#errors-of-an-item',
  NotFoundReason: '/errors#reasons',
  ProblemCode: '/errors',
};

function plainType(schema: Schema): string {
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? []).join(' or ');
  const link = Object.entries(OPEN_LISTS).find(([name]) => resolve<Schema>({ $ref: POINTER + name }) === schema)?.[1];
  const open = link === undefined ? '' : `, one of an [open list](${link})`;
  const format =
    schema.format === undefined ? '' : ` (${schema.format === 'uuid' ? 'UUID' : schema.format.toUpperCase()})`;
  const length = range(schema.minLength, schema.maxLength, ' characters');
  return `${type}${format}${range(schema.minimum, schema.maximum, '')}${length}${open}`;
}

function byDefault(schema: Schema): string {
  return schema.default === undefined ? '' : `, default \`${JSON.stringify(schema.default)}\``;
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (least === undefined) return most === undefined ? '' : `, at most ${most}${unit}`;
  return most === undefined ? `, at least ${least}${unit}` : `, ${least} to ${most}${unit}`;
}
