import { judge, type JudgedGoal } from './goals.js';
import type { Row } from './rows.js';
import { fixed, renderTable, whole } from './table.js';

/** Renders the rows as a table, followed by the goals. */
export function renderReport(rows: readonly Row[]): string {
  const table = renderTable(
    ['variant', 'connections', 'requests/s', 'items/s', 'p50 ms', 'p99 ms', 'p99/p50', 'ratio'],
    rows.map((row) => [
      row.variant,
      String(row.connections),
      whole(row.requestsPerSecond),
      whole(row.itemsPerSecond),
      fixed(row.p50Ms),
      fixed(row.p99Ms),
      fixed(row.tail),
      row.ratio === undefined ? '' : fixed(row.ratio),
    ]),
  );
  return [table, ...judge(rows).map(describeGoal)].join('\n');
}

/** Returns one line that states whether the goal is met. */
export function describeGoal({ variant, connections, column, bound, measured, met }: JudgedGoal): string {
  const requirement = column === 'ratio' ? `ratio ≥ ${bound}` : `p99/p50 ≤ ${bound}`;
  return `${met ? 'met   ' : 'MISSED'}  ${variant} at ${connections}: ${requirement}, measured ${fixed(measured)}`;
}
