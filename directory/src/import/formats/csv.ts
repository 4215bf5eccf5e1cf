import { pipeline, Readable } from 'node:stream';
import { validationFailed, type DomainError } from '@prospecting/platform/errors';
import { CsvError, parse, type Parser } from 'csv-parse';
import type { Reject } from '../reject-reasons.js';
import type { FoundRecord, MappedRecord } from './format.js';

const MAX_RECORD_BYTES = 1024 * 1024;
const BLOCK_RECORDS = 500;
/** The parser replaces bytes that are not UTF-8 by this character. */
const REPLACEMENT = '\ufffd';

/** A row of a CSV file. Columns go by their name in the header, in any letter case. */
export interface CsvRow {
  /** Returns the trimmed value; undefined when it is empty or the header has no such column. */
  text(column: string): string | undefined;
}

export interface CsvOptions<Canonical extends object> {
  /** The file in an error message: "the Norwegian register's CSV". */
  readonly title: string;
  /** A header without one of these means that the file is another one. */
  readonly requiredColumns: readonly string[];
  /** Default: a comma. */
  readonly delimiter?: string;
  /** Default: UTF-8. */
  readonly encoding?: 'utf8' | 'latin1';
  /** Default: true. False for a file that has no quotes, where a quote is a character like others. */
  readonly quotes?: boolean;
  /** Maps a row to a canonical record, or to the reason why it is rejected. */
  readonly map: (row: CsvRow) => MappedRecord<Canonical>;
}

/**
 * Reads a CSV file whose first row is a header. Rejects rows that are not CSV, that have
 * more or fewer fields than the header, or that are not UTF-8.
 *
 * @throws validation_failed when the header or a required column is missing
 */
export async function* readCsv<Canonical extends object>(
  bytes: AsyncIterable<Buffer>,
  options: CsvOptions<Canonical>,
): AsyncGenerator<(FoundRecord | Reject)[]> {
  const { title, requiredColumns, map } = options;
  let block: (FoundRecord | Reject)[] = [];
  const parser = openParser(bytes, options, (reject) => block.push(reject));
  let columns: ReadonlyMap<string, number> | undefined;
  let header: readonly string[] = [];
  for await (const { line, values } of parsedRows(parser, title)) {
    if (columns === undefined) {
      columns = readHeader(values, requiredColumns, title);
      header = values;
      continue;
    }
    // A zip may hold several files, each with its header.
    if (areEqual(values, header)) continue;
    if (values.some((value) => value.includes(REPLACEMENT))) block.push({ line, reason: 'invalid_utf8' });
    else block.push({ line, ...map(csvRow(columns, values)) });
    if (block.length < BLOCK_RECORDS) continue;
    yield block;
    block = [];
  }
  if (columns === undefined) throw wrongFile(title, 'there is no header');
  yield block;
}

/** Opens a parser of the bytes, which passes rows that are not CSV to `skip`. */
function openParser(
  bytes: AsyncIterable<Buffer>,
  { delimiter = ',', encoding = 'utf8', quotes = true }: Pick<CsvOptions<object>, 'delimiter' | 'encoding' | 'quotes'>,
  skip: (reject: Reject) => void,
): Parser {
  const parser = parse({
    bom: true,
    info: true,
    delimiter,
    encoding,
    quote: quotes ? '"' : false,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  parser.on('skip', (error: CsvError) => skip({ line: skippedLine(error), reason: 'invalid_csv' }));
  // pipeline requires a callback. A failure reaches the reader through the parser itself.
  pipeline(Readable.from(bytes, { objectMode: false }), parser, () => {});
  return parser;
}

function areEqual(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((value, index) => value === others[index]);
}

interface ParsedRow {
  /** Number of the line on which the row begins. */
  readonly line: number;
  readonly values: readonly string[];
}

async function* parsedRows(parser: Parser, title: string): AsyncGenerator<ParsedRow> {
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      // The parser reports the line on which the row ends.
      const breaks = record.reduce((sum, value) => sum + (value.includes('\n') ? value.split('\n').length - 1 : 0), 0);
      yield { line: info.lines - breaks, values: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? wrongFile(title, error.message.split('\n', 1)[0] ?? error.code) : error;
  }
}

function readHeader(
  names: readonly string[],
  requiredColumns: readonly string[],
  title: string,
): ReadonlyMap<string, number> {
  const columns = new Map(names.map((name, index) => [name.trim().toLowerCase(), index]));
  const missing = requiredColumns.find((name) => !columns.has(name.toLowerCase()));
  if (missing !== undefined) throw wrongFile(title, `the header has no column ${missing}`);
  return columns;
}

function csvRow(columns: ReadonlyMap<string, number>, values: readonly string[]): CsvRow {
  return {
    text(column) {
      const index = columns.get(column.toLowerCase());
      const value = index === undefined ? undefined : values[index]?.trim();
      return value === '' ? undefined : value;
    },
  };
}

function skippedLine(error: CsvError): number {
  const line: unknown = error['lines'];
  return typeof line === 'number' ? line : 0;
}

function wrongFile(title: string, reason: string): DomainError {
  const detail = `The input is not ${title}: ${reason}`;
  return validationFailed({ input: [detail] }, detail);
}
