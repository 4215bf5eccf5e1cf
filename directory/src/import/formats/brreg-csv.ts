import { pipeline, Readable } from 'node:stream';
import { validationFailed, type DomainError } from '@prospecting/platform/errors';
import { CsvError, parse, type Parser } from 'csv-parse';
import type { Reject } from '../rejects.js';
import { brregOrganization, type BrregFields } from './brreg-record.js';
import type { Format, FoundRecord } from './format.js';

const MAX_RECORD_BYTES = 1024 * 1024;
const BLOCK_RECORDS = 500;
/** What the parser puts in the place of bytes that are not UTF-8. */
const REPLACEMENT = '\ufffd';
/** The register writes a line break inside an address as one or as `/n`. */
const LINE_BREAK = /\r?\n|\/n/;

/** The Norwegian register's CSV files of units and of branches; the header tells which, whatever its letter case. */
export const brregCsv: Format = {
  name: 'brreg-csv',
  kinds: ['organizations'],
  async *read(bytes) {
    let block: (FoundRecord | Reject)[] = [];
    const parser = parse({ bom: true, info: true, skip_records_with_error: true, max_record_size: MAX_RECORD_BYTES });
    parser.on('skip', (error: CsvError) => block.push({ line: skippedLine(error), reason: 'invalid_csv' }));
    // The callback is there because pipeline wants one; a failure reaches the reader through the parser itself.
    pipeline(Readable.from(bytes, { objectMode: false }), parser, () => {});
    let columns: ReadonlyMap<string, number> | undefined;
    for await (const { line, values } of rows(parser)) {
      if (columns === undefined) columns = readHeader(values);
      else block.push(readRow(columns, values, line));
      if (block.length < BLOCK_RECORDS) continue;
      yield block;
      block = [];
    }
    if (columns === undefined) throw notTheRegisters('there is no header');
    yield block;
  },
};

interface Row {
  /** Where it begins. */
  readonly line: number;
  readonly values: readonly string[];
}

async function* rows(parser: Parser): AsyncGenerator<Row> {
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
      // The parser tells the line of the end.
      const breaks = record.reduce((sum, value) => sum + (value.includes('\n') ? value.split('\n').length - 1 : 0), 0);
      yield { line: info.lines - breaks, values: record };
    }
  } catch (error) {
    throw error instanceof CsvError ? notTheRegisters(error.message.split('\n', 1)[0] ?? error.code) : error;
  }
}

function readHeader(names: readonly string[]): ReadonlyMap<string, number> {
  const columns = new Map(names.map((name, index) => [name.trim().toLowerCase(), index]));
  for (const name of ['organisasjonsnummer', 'navn', 'organisasjonsform.kode']) {
    if (!columns.has(name)) throw notTheRegisters(`the header has no column ${name}`);
  }
  return columns;
}

function readRow(columns: ReadonlyMap<string, number>, values: readonly string[], line: number): FoundRecord | Reject {
  if (values.some((value) => value.includes(REPLACEMENT))) return { line, reason: 'invalid_utf8' };
  return { line, ...brregOrganization(csvFields(columns, values)) };
}

function csvFields(columns: ReadonlyMap<string, number>, values: readonly string[]): BrregFields {
  const text = (path: string): string | undefined => {
    const column = columns.get(path.toLowerCase());
    const value = column === undefined ? undefined : values[column]?.trim();
    return value === '' ? undefined : value;
  };
  return {
    text,
    lines: (path) =>
      (text(path) ?? '')
        .split(LINE_BREAK)
        .map((line) => line.trim())
        .filter((line) => line !== ''),
  };
}

function skippedLine(error: CsvError): number {
  const line: unknown = error['lines'];
  return typeof line === 'number' ? line : 0;
}

function notTheRegisters(what: string): DomainError {
  const detail = `The input is not the register's CSV: ${what}`;
  return validationFailed({ input: [detail] }, detail);
}
