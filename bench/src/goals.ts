import type { Row } from './rows.js';

/** A ratio that the product must reach, compared within one run (docs/decisions). */
export interface Goal {
  readonly variant: string;
  readonly connections: number;
  /** `ratio`: to the ceiling, at least `bound`. `tail`: p99 over p50, at most `bound`. */
  readonly column: 'ratio' | 'tail';
  readonly bound: number;
}

export const GOALS: readonly Goal[] = [
  { variant: 'in-process', connections: 1, column: 'ratio', bound: 0.55 },
  { variant: 'in-process', connections: 16, column: 'ratio', bound: 0.55 },
  { variant: 'in-process', connections: 64, column: 'ratio', bound: 0.55 },
  { variant: 'grpc', connections: 16, column: 'ratio', bound: 0.35 },
  { variant: 'grpc', connections: 64, column: 'ratio', bound: 0.6 },
  { variant: 'in-process', connections: 16, column: 'tail', bound: 4 },
  { variant: 'grpc', connections: 16, column: 'tail', bound: 4 },
];

export interface JudgedGoal extends Goal {
  readonly measured: number;
  readonly met: boolean;
}

/**
 * Judges the goals whose variant and number of connections were measured, with a ceiling if they
 * need one.
 */
export function judge(rows: readonly Row[], goals: readonly Goal[] = GOALS): JudgedGoal[] {
  return goals.flatMap((goal) => {
    const row = rows.find(({ variant, connections }) => variant === goal.variant && connections === goal.connections);
    const measured = row?.[goal.column];
    if (measured === undefined) return [];
    return [{ ...goal, measured, met: goal.column === 'ratio' ? measured >= goal.bound : measured <= goal.bound }];
  });
}
