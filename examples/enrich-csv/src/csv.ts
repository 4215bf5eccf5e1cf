import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { UserError } from './user-error.js';

/** One row of a CSV file. */
export interface Row {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** How a file is written, so that the output opens in the same program as the input. */
export interface Dialect {
  readonly delimiter: string;
  readonly newline: string;
  readonly hasByteOrderMark: boolean;
}

export interface CsvFile {
  readonly dialect: Dialect;
  readonly header: readonly string[];
  /** Reads the rows below the header, in order. Keeps one in memory at a time. */
  rows(): AsyncGenerator<Row>;
}

const BYTE_ORDER_MARK = '\uFEFF';
/** The longest row. A quote that is never closed would otherwise read the rest of the file into one. */
const MAX_ROW_BYTES = 1024 * 1024;

/** Opens a CSV file. Throws a UserError that names line and column of what is wrong in it. */
export async function openCsv(path: string): Promise<CsvFile> {
  const dialect = await readDialect(path);
  const first = await readRecords(path, dialect).next();
  if (first.done === true) throw new UserError(`${path} is empty. Its first line must name the columns.`);
  const header = first.value.cells.map((cell) => cell.trim());
  const twice = header.find((name, index) => header.indexOf(name) !== index);
  if (twice !== undefined) throw new UserError(`${path}, line 1: two columns are called "${twice}".`);
  return {
    dialect,
    header,
    async *rows() {
      const records = readRecords(path, dialect, header);
      await records.next();
      yield* records;
    },
  };
}

/** Guesses how the file is written from its first line. Excel writes semicolons in the Nordics. */
async function readDialect(path: string): Promise<Dialect> {
  const file = await open(path).catch((error: unknown) => {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}`);
  });
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64 * 1024), position: 0 });
    const text = buffer.toString('utf8', 0, bytesRead);
    const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/, 1);
    const count = (delimiter: string): number => line.split(delimiter).length;
    const delimiter = ['\t', ';', ','].reduce((most, each) => (count(each) > count(most) ? each : most));
    const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
    return { delimiter, newline, hasByteOrderMark: text.startsWith(BYTE_ORDER_MARK) };
  } finally {
    await file.close();
  }
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

async function* readRecords(path: string, { delimiter }: Dialect, header?: readonly string[]): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_BYTES,
    // Without the header, it is the header that is read.
    to: header === undefined ? 1 : -1,
  });
  const input = createReadStream(path);
  input.on('error', (error) => parser.destroy(error));
  try {
    for await (const { record: cells, info } of input.pipe(parser) as AsyncIterable<Parsed>) {
      const line = info.lines - newlinesIn(cells);
      const unreadable = cells.findIndex((cell) => cell.includes('\uFFFD'));
      if (unreadable >= 0) throw new UserError(`${place(path, line, unreadable, header)}: this is not UTF-8.`);
      yield { line, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? new UserError(explain(error, path, header)) : error;
  } finally {
    input.destroy();
  }
}

function newlinesIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}

function place(path: string, line: number, column: number, header: readonly string[] = []): string {
  const name = header[column];
  return `${path}, line ${line}, column ${name === undefined ? column + 1 : `"${name}"`}`;
}

function explain(error: CsvError, path: string, header?: readonly string[]): string {
  const { lines, column, record } = error as unknown as { lines: number; column: number; record?: string[] };
  switch (error.code) {
    case 'CSV_RECORD_INCONSISTENT_FIELDS_LENGTH':
      return `${path}, line ${lines}: the row has ${record?.length ?? 'other'} cells, and the header ${header?.length ?? 'others'}.`;
    case 'CSV_QUOTE_NOT_CLOSED':
      return `${path}, line ${lines}: a quote is opened here or above and never closed.`;
    case 'CSV_MAX_RECORD_SIZE':
      return `${path}, line ${lines}: the row is longer than 1 MiB. Is a quote not closed?`;
    default:
      return `${place(path, lines, column, header)}: ${error.message}.`;
  }
}

/** Returns rows as text. Cells are quoted where they have to be. */
export function toCsv(rows: readonly (readonly string[])[], { delimiter, newline }: Dialect): string {
  return stringify(
    rows.map((row) => [...row]),
    { delimiter, record_delimiter: newline },
  );
}

/** Returns the beginning of an output file: the byte order mark, if the input has one, and the header. */
export function toCsvHeader(header: readonly string[], dialect: Dialect): string {
  return (dialect.hasByteOrderMark ? BYTE_ORDER_MARK : '') + toCsv([header], dialect);
}

/** A spreadsheet takes a cell that begins with one of these for a formula, and runs it. */
const FORMULA = /^[=+\-@\t\r\n]/;
const NUMBER = /^[+-]\d+$/;

/**
 * Returns the text as a cell that no spreadsheet runs. The values come from other people's records.
 * A number stays as it is, phone numbers
 * included, since a sign and digits do no harm.
 */
export function inert(text: string): string {
  // A program that splits at another separator would begin a cell after it.
  const inside = text.replace(/(?!^)([,;\t]\s*)(?=[=+\-@])/g, "$1'");
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${inside}` : inside;
}
