/** What a column of a staged row may hold. undefined is SQL's null. */
export type CopyValue = string | number | boolean | undefined | readonly string[];

const SPECIAL = /[\\\t\n\r]/;
const EVERY_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const QUOTED_IN_ARRAY = /["\\]/g;

/** One row in PostgreSQL's COPY text format, without its final newline. Texts must be clean (no NUL, no lone surrogate). */
export function copyRow(values: readonly CopyValue[]): string {
  let row = '';
  for (let column = 0; column < values.length; column++) {
    row += column === 0 ? copyValue(values[column]) : `\t${copyValue(values[column])}`;
  }
  return row;
}

function copyValue(value: CopyValue): string {
  if (value === undefined) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  const elements = value.map((element) => `"${element.replace(QUOTED_IN_ARRAY, '\\$&')}"`);
  return escaped(`{${elements.join(',')}}`);
}

function escaped(text: string): string {
  return SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (character) => ESCAPES[character] ?? character) : text;
}
