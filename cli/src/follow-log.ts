import { setTimeout as pause } from 'node:timers/promises';
import type { AdminClient, Page } from './admin-client.js';
import { LOG_COLUMNS, type LogEntry } from './commands/key-log.js';
import type { Context } from './context.js';
import { csvHeader, csvLine } from '@prospecting/platform/csv';
import { CommandError, UnansweredError } from './errors.js';
import { cell, writeFully } from './output.js';

/** The service writes the log every second. */
const POLL_MS = 1_000;
/** How long a service that restarts may take. */
const MAX_OUTAGE_MS = 120_000;
const RETRY_MS = 2_000;

/**
 * Prints the entries of a page and those that are written later, until an interruption or until the
 * reader closes standard output. Throws UnansweredError when the service stays away.
 */
export async function followLog(context: Context, admin: AdminClient, first: Page<LogEntry>): Promise<void> {
  const { stdout } = context.streams;
  const signal = context.interruption();
  const write = WRITERS[context.format()];
  try {
    let page = first;
    let isOpen = await writeFully(stdout, write.header);
    while (isOpen) {
      if (page.items.length > 0) isOpen = await writeFully(stdout, page.items.map(write.line).join(''));
      const { next, monitor } = page.links;
      if (next === undefined) await pause(POLL_MS, undefined, { signal });
      const path = next ?? monitor;
      if (path === undefined) throw new CommandError('this release of the service does not support --follow');
      page = await readPatiently(context, () => admin.page<LogEntry>(path, signal), signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Reads again while the service does not answer, for at most MAX_OUTAGE_MS. */
async function readPatiently<Result>(
  { streams }: Context,
  read: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const startedAt = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      const result = await read();
      if (tries > 0) streams.stderr.write('prospect: the service responds again; nothing was missed\n');
      return result;
    } catch (error) {
      if (!(error instanceof UnansweredError) || performance.now() - startedAt > MAX_OUTAGE_MS) throw error;
      if (tries === 0)
        streams.stderr.write(`prospect: ${error.message}; trying again for ${MAX_OUTAGE_MS / 60_000} minutes\n`);
      await pause(RETRY_MS, undefined, { signal });
    }
  }
}

interface LineWriter {
  readonly header: string;
  readonly line: (entry: LogEntry) => string;
}

/** Widths of the columns for people. A longer value moves the rest of its line. */
const WIDTHS: Readonly<Record<(typeof LOG_COLUMNS)[number], number>> = {
  at: 24,
  method: 6,
  path: 40,
  status: 6,
  durationMs: 10,
  items: 5,
  credits: 7,
};

function toLine(values: Readonly<Record<(typeof LOG_COLUMNS)[number], unknown>>): string {
  return `${LOG_COLUMNS.map((column) => cell(values[column]).padEnd(WIDTHS[column]))
    .join('  ')
    .trimEnd()}\n`;
}

const WRITERS: Readonly<Record<'table' | 'json' | 'csv', LineWriter>> = {
  json: { header: '', line: (entry) => `${JSON.stringify(entry)}\n` },
  csv: { header: csvHeader(LOG_COLUMNS), line: (entry) => csvLine(entry, LOG_COLUMNS) },
  table: {
    header: toLine(Object.fromEntries(LOG_COLUMNS.map((name) => [name, name])) as Record<keyof LogEntry, string>),
    line: toLine,
  },
};
