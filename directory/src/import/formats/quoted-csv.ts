import { parse } from 'csv-parse/sync';
import { validationFailed } from '@prospecting/platform/errors';
import { splitLines, MAX_LINE_BYTES, type Line } from '../lines.js';
import type { Reject } from '../reject-reasons.js';
import type { CsvRow } from './csv.js';
import type { FoundRecord, MappedRecord } from './format.js';

export interface QuotedCsvOptions<Canonical extends object> {
  /** The file in an error message: "Bolagsverket's bulk file". */
  readonly title: string;
  readonly delimiter: ',' | ';';
  /** A header without one of these means that the file is another one. */
  readonly requiredColumns: readonly string[];
  /** Matches the beginning of every record and of no line of text inside one. */
  readonly recordStart: RegExp;
  /** The column that may hold anything. A record with too many fields is repaired there. */
  readonly freeTextColumn?: string;
  readonly map: (row: CsvRow) => MappedRecord<Canonical>;
}

/** A record while its lines are read. */
interface Pending {
  line: number;
  text: string;
  /** Number of the last line of `text`. */
  lastLine: number;
  /** The record cannot be read: it is too long, or a line of it is not UTF-8. */
  broken?: Reject['reason'];
}

/**
 * Reads CSV in UTF-8 whose records have every field in quotes, as registers write it: with
 * delimiters and line breaks inside quotes, and with mistakes. Because every record has a known
 * beginning, a broken one never takes the next one with it, which a general CSV reader cannot
 * promise. A record with quotes that are not doubled is repaired where only one reading is possible.
 *
 * @throws validation_failed when the header or a required column is missing
 */
export async function* readQuotedCsv<Canonical extends object>(
  bytes: AsyncIterable<Buffer>,
  options: QuotedCsvOptions<Canonical>,
): AsyncGenerator<(FoundRecord | Reject)[]> {
  const records = new QuotedRecords(options);
  for await (const block of splitLines(bytes)) {
    for (const each of block) records.add(each);
    yield records.take();
  }
  records.end();
  yield records.take();
}

/** Puts lines together to records. */
class QuotedRecords<Canonical extends object> {
  readonly #options: QuotedCsvOptions<Canonical>;
  #reader: RecordReader | undefined;
  #headerText: string | undefined;
  #pending: Pending | undefined;
  #found: (FoundRecord | Reject)[] = [];

  constructor(options: QuotedCsvOptions<Canonical>) {
    this.#options = options;
  }

  add(each: Line | Reject): void {
    if ('reason' in each) {
      // One line of the record under way, or a record of one line.
      this.#pending ??= { line: each.line, text: '', lastLine: each.line };
      this.#pending.broken ??= each.reason;
      return;
    }
    const text = each.text.endsWith('\r') ? each.text.slice(0, -1) : each.text;
    if (this.#reader === undefined) {
      this.#headerText = text;
      this.#reader = readHeader(text, this.#options);
    } else if (text !== this.#headerText) {
      // A zip may hold several files, each with its header.
      this.#addText(this.#reader, text, each.line);
    }
  }

  /** Returns the records that are whole, once. */
  take(): (FoundRecord | Reject)[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** @throws validation_failed when there was no header */
  end(): void {
    if (this.#reader === undefined) throw wrongFile(this.#options.title, 'there is no header');
    this.#finish(this.#reader);
  }

  #addText(reader: RecordReader, text: string, line: number): void {
    if (this.#pending !== undefined && this.#options.recordStart.test(text)) this.#finish(reader);
    if (this.#pending === undefined) this.#pending = { line, text, lastLine: line };
    else append(this.#pending, text, line);
    const fields = this.#pending.broken === undefined ? reader.parse(this.#pending.text) : undefined;
    if (fields === undefined) return;
    this.#push(reader, this.#pending.line, fields);
    this.#pending = undefined;
  }

  /** Ends the record under way, which is not right as it stands. */
  #finish(reader: RecordReader): void {
    if (this.#pending === undefined) return;
    const { line, text, broken } = this.#pending;
    this.#pending = undefined;
    const fields = broken === undefined ? reader.repair(text) : undefined;
    if (fields === undefined) this.#found.push({ line, reason: broken ?? 'invalid_csv' });
    else this.#push(reader, line, fields);
  }

  #push(reader: RecordReader, line: number, fields: readonly string[]): void {
    this.#found.push({ line, ...this.#options.map(rowOf(reader.columns, fields)) });
  }
}

function append(pending: Pending, text: string, line: number): void {
  if (pending.broken !== undefined) return;
  if (pending.text.length + text.length > MAX_LINE_BYTES) {
    pending.broken = 'line_too_long';
    pending.text = '';
    return;
  }
  // Empty lines were left out.
  pending.text += '\n'.repeat(line - pending.lastLine) + text;
  pending.lastLine = line;
}

interface RecordReader {
  readonly columns: ReadonlyMap<string, number>;
  /** Returns the fields of a whole record; undefined when it is not whole or not right. */
  parse(text: string): readonly string[] | undefined;
  /** Returns the fields of a record with mistakes; undefined when no reading fits. */
  repair(text: string): readonly string[] | undefined;
}

function readHeader<Canonical extends object>(
  text: string,
  { title, delimiter, requiredColumns, freeTextColumn }: QuotedCsvOptions<Canonical>,
): RecordReader {
  const names = text.split(delimiter).map((name) => name.replaceAll('"', '').trim().toLowerCase());
  const columns = new Map(names.map((name, index) => [name, index]));
  const missing = requiredColumns.find((name) => !columns.has(name.toLowerCase()));
  if (missing !== undefined) throw wrongFile(title, `the header has no column ${missing}`);
  const count = names.length;
  const freeText = freeTextColumn === undefined ? undefined : columns.get(freeTextColumn.toLowerCase());
  const between = `"${delimiter}"`;
  const strict = (record: string) => splitQuoted(record, between, count) ?? parseAny(record, delimiter, count);
  return {
    columns,
    parse: strict,
    repair: (record) => {
      // A backslash before a quote inside a field, where the file should have doubled the quote.
      const doubled = record.replace(/\\"(?!$)/g, (found, at: number) =>
        record.startsWith(between, at + 1) ? found : '""',
      );
      return strict(doubled) ?? splitLoosely(record, between, count, freeText);
    },
  };
}

/** Reads a record whose fields are all quoted. Quotes inside must be doubled, so the reading is the only one. */
function splitQuoted(record: string, between: string, count: number): readonly string[] | undefined {
  if (!record.startsWith('"') || !record.endsWith('"') || record.length < 2) return undefined;
  const fields = record.slice(1, -1).split(between);
  if (fields.length !== count) return undefined;
  for (let index = 0; index < count; index++) {
    const field = fields[index] ?? '';
    if (!field.includes('"')) continue;
    const unquoted = field.replaceAll('""', '');
    if (unquoted.includes('"')) return undefined;
    fields[index] = field.replaceAll('""', '"');
  }
  return fields;
}

function parseAny(record: string, delimiter: string, count: number): readonly string[] | undefined {
  try {
    const rows = parse(record, { delimiter, relax_column_count: true });
    return rows.length === 1 && rows[0]?.length === count ? rows[0] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the separators between quoted fields as they come. Fields too many belong to the free text
 * in the middle, because the columns around it cannot hold a separator.
 */
function splitLoosely(
  record: string,
  between: string,
  count: number,
  freeText: number | undefined,
): readonly string[] | undefined {
  if (!record.startsWith('"') || !record.endsWith('"') || record.length < 2) return undefined;
  const fields = record.slice(1, -1).split(between);
  const extra = fields.length - count;
  if (extra < 0 || (extra > 0 && freeText === undefined)) return undefined;
  if (extra > 0 && freeText !== undefined) {
    fields.splice(freeText, extra + 1, fields.slice(freeText, freeText + extra + 1).join(between));
  }
  return fields.map((field) => field.replaceAll('""', '"').replaceAll('\\"', '"'));
}

function rowOf(columns: ReadonlyMap<string, number>, fields: readonly string[]): CsvRow {
  return {
    text(column) {
      const index = columns.get(column.toLowerCase());
      const value = index === undefined ? undefined : fields[index]?.trim();
      return value === '' ? undefined : value;
    },
  };
}

function wrongFile(title: string, reason: string) {
  const detail = `The input is not ${title}: ${reason}`;
  return validationFailed({ input: [detail] }, detail);
}
