/** The end of a line of RFC 4180. */
const END = '\r\n';

/** The first line: the JSON names of the columns. */
export function csvHeader(columns: readonly string[]): string {
  return columns.map(quoted).join(',') + END;
}

/** A line: the cells of a row, in the order of the columns. */
export function csvLine<Row extends object>(row: Row, columns: readonly (keyof Row & string)[]): string {
  return columns.map((column) => csvCell(row[column])).join(',') + END;
}

/**
 * What a spreadsheet may run as a formula when a cell begins with it, also after white space. The
 * last four are the wide forms, which some spreadsheets read as the same.
 */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/**
 * Formats a value. Null is an empty cell; lists and objects are JSON. Text that a spreadsheet would
 * run gets an apostrophe in front, which spreadsheets read as "this is text". Numbers stay numbers.
 */
function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return quoted(JSON.stringify(value));
  return quoted(FORMULA.test(value) ? `'${value}` : value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
