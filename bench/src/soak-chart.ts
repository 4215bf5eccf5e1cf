/** A value and when it was measured. */
export interface Point {
  readonly atMs: number;
  readonly value: number;
}

const BLOCKS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/**
 * Draws a series as one line of `width` characters from the start of the run to `untilMs`. A
 * character shows the highest value of its time; a space, that there was none. The scale begins at
 * 0, so that what is flat looks flat.
 */
export function drawSeries(points: readonly Point[], untilMs: number, width: number): string {
  const highest: (number | undefined)[] = Array.from({ length: width }, () => undefined);
  for (const { atMs, value } of points) {
    const at = Math.min(width - 1, Math.max(0, Math.floor((atMs / untilMs) * width)));
    highest[at] = Math.max(highest[at] ?? 0, value);
  }
  const filled = bridgeGaps(highest, points.length);
  const top = Math.max(...points.map(({ value }) => value), 0);
  return filled.map((value) => (value === undefined ? ' ' : blockOf(value, top))).join('');
}

function blockOf(value: number, top: number): string {
  const level = top === 0 ? 0 : Math.round((value / top) * (BLOCKS.length - 1));
  return BLOCKS[level] as string;
}

/**
 * With fewer samples than characters, a character without one shows the value before it. Otherwise
 * a gap is a gap.
 */
function bridgeGaps(columns: readonly (number | undefined)[], samples: number): (number | undefined)[] {
  if (samples >= columns.length) return [...columns];
  let last: number | undefined;
  return columns.map((value) => (last = value ?? last));
}
