import { CEILING, HAND_WRITTEN, MATCH_CEILING, RATIOS, type RatioColumn, type Row } from './rows.js';

/** A ratio that the product must reach, compared within one run (docs/decisions). */
export interface Goal {
  readonly variant: string;
  readonly connections: number;
  /** A column of ratios: at least `bound`. `tail`: p99 over p50, at most `bound`. */
  readonly column: RatioColumn | 'tail';
  readonly bound: number;
}

/** Returns the goals of a variant at 1, 16 and 64 connections. */
function ratios(variant: string, column: RatioColumn, bounds: readonly [number, number, number]): Goal[] {
  return [1, 16, 64].map((connections, index) => ({ variant, connections, column, bound: bounds[index] as number }));
}

/** Goals of lookups. */
export const GOALS: readonly Goal[] = [
  ...ratios('grpc', 'ofMatch', [0.22, 0.38, 0.65]),
  ...ratios('in-process', 'ofMatch', [0.4, 0.48, 0.75]),
  ...ratios('grpc', 'ofHandWritten', [0.5, 1, 1.3]),
  { variant: 'in-process', connections: 16, column: 'tail', bound: 4 },
  { variant: 'grpc', connections: 16, column: 'tail', bound: 4 },
];

/** Goals of spends, the same for each size of request and number of accounts. */
export const SPEND_GOALS: readonly Goal[] = [
  ...ratios('grpc', 'ratio', [0.4, 0.45, 0.45]),
  ...ratios('in-process', 'ratio', [0.5, 0.6, 0.6]),
];

export interface JudgedGoal extends Goal {
  readonly measured: number;
  readonly met: boolean;
}

/**
 * Judges the goals whose variant and number of connections were measured, beside the variant that
 * they relate to.
 */
export function judge(rows: readonly Row[], goals: readonly Goal[] = GOALS): JudgedGoal[] {
  return goals.flatMap((goal) => {
    const row = rows.find(({ variant, connections }) => variant === goal.variant && connections === goal.connections);
    const measured = row?.[goal.column];
    if (measured === undefined) return [];
    return [{ ...goal, measured, met: goal.column === 'tail' ? measured <= goal.bound : measured >= goal.bound }];
  });
}

const NAMES: Readonly<Record<string, string>> = {
  [CEILING]: 'direct SQL',
  [MATCH_CEILING]: 'the match statement alone',
  [HAND_WRITTEN]: 'the hand-written process',
};

/** Returns one line that states whether the goal is met. */
export function describeGoal({ variant, connections, column, bound, measured, met }: JudgedGoal): string {
  const requirement = column === 'tail' ? `p99/p50 ≤ ${bound}` : `≥ ${bound} of ${NAMES[RATIOS[column]]}`;
  return `${met ? 'met   ' : 'MISSED'}  ${variant} at ${connections}: ${requirement}, measured ${measured.toFixed(2)}`;
}
