import { describeGoal, judge } from './goals.js';
import type { Row } from './rows.js';
import { fixed, renderTable, whole } from './table.js';

/** Renders the rows as a table, followed by the goals. */
export function renderReport(rows: readonly Row[]): string {
  const table = renderTable(
    [
      'variant',
      'connections',
      'requests/s',
      'items/s',
      'p50 ms',
      'p99 ms',
      'p99/p50',
      'of SQL',
      'of match',
      'of hand-written',
    ],
    rows.map((row) => [
      row.variant,
      String(row.connections),
      whole(row.requestsPerSecond),
      whole(row.itemsPerSecond),
      fixed(row.p50Ms),
      fixed(row.p99Ms),
      fixed(row.tail),
      ratio(row.ratio),
      ratio(row.ofMatch),
      ratio(row.ofHandWritten),
    ]),
  );
  return [table, ...judge(rows).map(describeGoal)].join('\n');
}

function ratio(value: number | undefined): string {
  return value === undefined ? '' : fixed(value);
}
