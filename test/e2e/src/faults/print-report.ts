import type { FaultOptions } from './options.js';
import type { FaultReport } from './run.js';
import type { Tally } from './tally.js';

const MOST_VIOLATIONS = 50;

/** Returns the report of a run as terminal output: every event, and one summary line at the end. */
export function printReport({ seed }: FaultOptions, report: FaultReport): string {
  const { faults, outcomes, unseen, violations } = report;
  const list = (tally: Tally): string[] =>
    tally.entries().map(([name, count]) => `  ${count.toLocaleString('en').padStart(7)}  ${name}`);
  return [
    `${pluralize(faults.total(), 'fault')} injected`,
    ...list(faults),
    pluralize(outcomes.total(), 'answer'),
    ...list(outcomes),
    ...(unseen.length > 0 ? [`crash points never reached: ${unseen.join(', ')}`] : []),
    ...(violations.length > 0 ? ['violations'] : []),
    ...violations.slice(0, MOST_VIOLATIONS).map((violation) => `  ${violation}`),
    ...(violations.length > MOST_VIOLATIONS ? [`  and ${violations.length - MOST_VIOLATIONS} more`] : []),
    lastLine(seed, report),
  ].join('\n');
}

function lastLine(seed: number, report: FaultReport): string {
  const { faults, operations, writes, files, violations, seconds } = report;
  const groups = [...grouped(faults)].map(([group, count]) => `${count.toLocaleString('en')} ${group}`).join(', ');
  const books =
    violations.length === 0 ? 'the books are clean' : `NOT CLEAN, ${pluralize(violations.length, 'violation')}`;
  return (
    `seed ${seed}, ${Math.round(seconds)} s: ${pluralize(faults.total(), 'fault')} (${groups}) ` +
    `in ${pluralize(operations, 'spend')}, ${pluralize(writes, 'admin write')} and ${pluralize(files, 'import')}: ${books}`
  );
}

const GROUPS: readonly (readonly [pattern: RegExp, group: string])[] = [
  [/^(?:reveal|credits|gateway)\.\w+ /, 'at crash points'],
  [/^SIGKILL/, 'kills'],
  [/^clock/, 'wrong clocks'],
  [/^database/, 'of the database'],
  [/locked$|^every step/, 'locks'],
  [/^replies|^connections/, 'on connections'],
  [/^client|^operator/, 'by clients'],
];

function grouped(faults: Tally): Map<string, number> {
  const groups = new Map<string, number>();
  for (const [name, count] of faults.entries()) {
    const group = GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? 'at stored responses';
    groups.set(group, (groups.get(group) ?? 0) + count);
  }
  return groups;
}

function pluralize(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
