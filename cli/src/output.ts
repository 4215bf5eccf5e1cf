import { once } from 'node:events';
import Table from 'cli-table3';
import { csvHeader, csvLine } from '@prospecting/platform/csv';

/** The streams that a command writes to. Tests pass other ones. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** How a command prints its result: a table for people, one JSON value, or CSV. */
export type OutputFormat = 'table' | 'json' | 'csv';

/** Prints one value to standard output. */
export interface Output {
  /** Prints one object, with one field on each line. */
  record(value: Readonly<Record<string, unknown>>): void;
  /** Prints a list of objects, with one row for each, in the given columns. */
  rows<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): void;
  /**
   * Prints a list that arrives in pages. CSV is printed page by page, so that a list of any length
   * needs little memory. JSON and tables are printed when all of it has arrived.
   */
  pages<Row extends object>(
    pages: AsyncIterable<readonly Row[]>,
    columns: readonly (keyof Row & string)[],
  ): Promise<void>;
  /** Prints a remark to standard error, for people only. */
  note(text: string): void;
}

export function createOutput(streams: Streams, format: OutputFormat): Output {
  const line = (text: string): void => {
    streams.stdout.write(`${text}\n`);
  };
  const note = (text: string): void => {
    if (format === 'table') streams.stderr.write(`${text}\n`);
  };
  const rows: Output['rows'] = (list, columns) => {
    if (format === 'json') return line(JSON.stringify(list));
    if (format === 'csv')
      return void streams.stdout.write(csvHeader(columns) + list.map((row) => csvLine(row, columns)).join(''));
    if (list.length === 0) return line('(none)');
    const table = new Table({ head: [...columns], style: PLAIN });
    for (const row of list) table.push(columns.map((column) => cell(row[column])));
    return line(table.toString());
  };
  return {
    rows,
    note,
    record(value) {
      if (format === 'json') return line(JSON.stringify(value));
      const table = new Table({ style: PLAIN });
      for (const [name, each] of Object.entries(value)) table.push({ [name]: cell(each) });
      return line(table.toString());
    },
    async pages(pages, columns) {
      if (format !== 'csv') return rows(await collect(pages), columns);
      await writeFully(streams.stdout, csvHeader(columns));
      for await (const page of pages) {
        const isOpen = await writeFully(streams.stdout, page.map((row) => csvLine(row, columns)).join(''));
        if (!isOpen) return undefined;
      }
    },
  };
}

async function collect<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const page of pages) for (const row of page) rows.push(row);
  return rows;
}

/**
 * Writes text and waits until the reader has taken most of it. Returns false when the reader has
 * closed the stream, which main.ts reports.
 */
export async function writeFully(stream: NodeJS.WritableStream, text: string): Promise<boolean> {
  if (!stream.writable) return false;
  if (stream.write(text)) return true;
  try {
    await once(stream, 'drain');
    return true;
  } catch {
    return false;
  }
}

/** Turns colours off, because tables often end up in files. */
const PLAIN = { head: [], border: [] };

// eslint-disable-next-line no-control-regex -- the expression searches for control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Formats a value as text. Names come from outside, and control characters could rewrite the
 * terminal.
 */
export function cell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${cell(each)}`)
      .join('\n');
  }
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(CONTROL, '\u{fffd}');
}
