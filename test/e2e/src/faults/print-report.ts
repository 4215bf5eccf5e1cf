import type { FaultOptions } from './options.js';
import type { FaultReport } from './run.js';
import type { Tally } from './tally.js';

const MOST_VIOLATIONS = 50;

/** The report of a run as lines for a terminal. */
export function printReport({ seed }: FaultOptions, report: FaultReport): string {
  const { faults, outcomes, operations, unseen, violations, seconds } = report;
  const total = (tally: Tally): string => tally.total().toLocaleString('en');
  const list = (tally: Tally): string[] =>
    tally.entries().map(([name, count]) => `  ${count.toLocaleString('en').padStart(7)}  ${name}`);
  return [
    `${total(faults)} faults injected`,
    ...list(faults),
    `${operations.toLocaleString('en')} operations, ${total(outcomes)} tries`,
    ...list(outcomes),
    ...(unseen.length > 0 ? [`crash points never reached: ${unseen.join(', ')}`] : []),
    `${seconds.toFixed(0)} s, seed ${seed}`,
    violations.length === 0
      ? 'Clean: every operation once, every success revealed and paid, nothing pending.'
      : 'VIOLATIONS',
    ...violations.slice(0, MOST_VIOLATIONS).map((violation) => `  ${violation}`),
    ...(violations.length > MOST_VIOLATIONS ? [`  and ${violations.length - MOST_VIOLATIONS} more`] : []),
  ].join('\n');
}
