import Table from 'cli-table3';

/** Where a command writes; a test gives its own. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** One value on standard output: JSON for programs, a table for people. */
export interface Output {
  /** A single thing, its fields one below the other. */
  record(value: Readonly<Record<string, unknown>>): void;
  /** Things of one shape, one a row, in the given columns. */
  rows<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): void;
  /** Said to people only. */
  note(text: string): void;
}

export function createOutput(streams: Streams, json: boolean): Output {
  const line = (text: string): void => {
    streams.stdout.write(`${text}\n`);
  };
  if (json) {
    return {
      record: (value) => line(JSON.stringify(value)),
      rows: (rows) => line(JSON.stringify(rows)),
      note: () => {},
    };
  }
  return {
    record(value) {
      const table = new Table({ style: PLAIN });
      for (const [name, each] of Object.entries(value)) table.push({ [name]: cell(each) });
      line(table.toString());
    },
    rows(rows, columns) {
      if (rows.length === 0) return line('(none)');
      const table = new Table({ head: [...columns], style: PLAIN });
      for (const row of rows) table.push(columns.map((column) => cell(row[column])));
      line(table.toString());
    },
    note: (text) => streams.stderr.write(`${text}\n`),
  };
}

/** No colours: a table is often read in a file. */
const PLAIN = { head: [], border: [] };

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A value as text. Names come from outside: control characters could rewrite the terminal. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(cell).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${name}: ${cell(each)}`)
      .join('\n');
  }
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(CONTROL, '\u{fffd}');
}
