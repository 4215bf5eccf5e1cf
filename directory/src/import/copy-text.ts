/** A value for a column of a staged row. undefined becomes SQL's null. */
export type CopyValue = string | number | boolean | undefined | readonly string[];

const SPECIAL = /[\\\t\n\r]/;
const EVERY_SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const QUOTED_IN_ARRAY = /["\\]/g;

/**
 * Encodes one row in PostgreSQL's COPY text format, without the final newline. Texts must be free
 * of NUL and of lone surrogates.
 */
export function copyRow(values: readonly CopyValue[]): string {
  let row = '';
  for (let column = 0; column < values.length; column++) {
    row += column === 0 ? copyValue(values[column]) : `\t${copyValue(values[column])}`;
  }
  return row;
}

function copyValue(value: CopyValue): string {
  if (value === undefined) return '\\N';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'number') return String(value);
  const elements = value.map((element) => `"${element.replace(QUOTED_IN_ARRAY, '\\$&')}"`);
  return escape(`{${elements.join(',')}}`);
}

function escape(text: string): string {
  return SPECIAL.test(text) ? text.replace(EVERY_SPECIAL, (character) => ESCAPES[character] ?? character) : text;
}
