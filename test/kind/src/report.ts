/** One line of the table. */
export interface Line {
  readonly name: string;
  readonly seconds: number;
  readonly requests: number;
  readonly failed: number;
  readonly spends: number;
  readonly audit: 'clean' | 'NOT CLEAN' | '';
  /** Why the part failed. Empty: it passed. */
  readonly problems: readonly string[];
}

const HEADERS = ['disruption', 'seconds', 'requests', 'failed', 'spends', 'audit', ''] as const;

/** Returns the table, every problem, and one line that counts. */
export function renderReport(lines: readonly Line[]): string {
  const rows = lines.map(({ name, seconds, requests, failed, spends, audit, problems }) => [
    name,
    seconds.toFixed(0),
    ...[requests, failed, spends].map((count) => count.toLocaleString('en')),
    audit,
    problems.length === 0 ? '' : 'FAILED',
  ]);
  const widths = HEADERS.map((header, column) =>
    Math.max(header.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isText = (column: number): boolean => column === 0 || column >= 5;
  const render = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd();
  const failed = lines.filter(({ problems }) => problems.length > 0);
  return [
    render(HEADERS),
    render(widths.map((width) => '-'.repeat(width))),
    ...rows.map(render),
    '',
    ...failed.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`)),
    `${lines.length - failed.length} passed, ${failed.length} failed`,
  ].join('\n');
}
