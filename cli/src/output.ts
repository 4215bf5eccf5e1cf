import Table from 'cli-table3';

/** The streams that a command writes to. Tests pass other ones. */
export interface Streams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Prints one value to standard output: JSON for programs, a table for people. */
export interface Output {
  /** Prints one object, with one field on each line. */
  record(value: Readonly<Record<string, unknown>>): void;
  /** Prints a list of objects, with one row for each, in the given columns. */
  rows<Row extends object>(rows: readonly Row[], columns: readonly (keyof Row & string)[]): void;
  /** Prints a remark to standard error, for people only. */
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

/** Turns colours off, because tables often end up in files. */
const PLAIN = { head: [], border: [] };

// eslint-disable-next-line no-control-regex -- the expression searches for control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Formats a value as text. Names come from outside, and control characters could rewrite the
 * terminal.
 */
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
