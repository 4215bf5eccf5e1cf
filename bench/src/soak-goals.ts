import type { EventResult } from './soak-events.js';
import { REVOKED_WITHIN_MS } from './soak-events.js';
import type { Outage } from './soak-outages.js';
import { goalOf, SERIES_GOALS, verdictsOf, worstOf, type Series } from './soak-series.js';
import type { Counts, Fault } from './soak-tally.js';
import { whole } from './table.js';

/** Everything that a run found out. */
export interface SoakFindings {
  readonly durationMs: number;
  readonly counts: Counts;
  readonly faults: readonly Fault[];
  readonly outages: readonly Outage[];
  readonly events: readonly EventResult[];
  /** Events that were planned. */
  readonly planned: number;
  readonly series: readonly Series[];
  /** The highest resident set of each process, in bytes. */
  readonly peaks: ReadonlyMap<string, number>;
  /** Checks after the load, each with what it found wrong. */
  readonly afterwards: readonly { readonly check: string; readonly failure: string | undefined }[];
}

/** One line of the result. */
export interface SoakGoal {
  readonly name: string;
  readonly met: boolean;
  readonly detail: string;
}

/** The most memory that a process of one service may have under load. */
export const LOADED_BYTES = 250 * 2 ** 20;
const MEGABYTE = 2 ** 20;

/** Judges a run. A goal that could not be judged is missed: silence is no success. */
export function judgeSoak(found: SoakFindings): SoakGoal[] {
  return [
    answersGoal(found),
    replaysGoal(found),
    ...keysGoal(found),
    eventsGoal(found),
    ...found.afterwards.map(({ check, failure }) => ({
      name: check,
      met: failure === undefined,
      detail: failure ?? 'no difference',
    })),
    ...SERIES_GOALS.map((goal) =>
      flatGoal(
        goal,
        found.series.filter(({ metric }) => goalOf(metric) === goal),
      ),
    ),
    memoryGoal(found.peaks),
  ];
}

function answersGoal({ counts, faults }: SoakFindings): SoakGoal {
  const answered = Object.values(counts.answered).reduce((sum, each) => sum + each, 0);
  const [first] = faults;
  const wrong = first === undefined ? '' : `; the first wrong one: ${first.operation}: ${first.what}`;
  return {
    name: 'every answer is right, and fails only while a service is away',
    met: counts.faults === 0 && answered > 0,
    detail:
      `${whole(answered)} right, ${whole(counts.faults)} wrong, ${whole(counts.excused)} failed while a service was away, ` +
      `${whole(counts.repeated)} spends answered when repeated${wrong}`,
  };
}

function replaysGoal({ counts, faults }: SoakFindings): SoakGoal {
  const replays = counts.answered['replay'] ?? 0;
  const wrong = faults.filter(({ operation }) => operation === 'replay').length;
  return {
    name: 'replays are byte-identical',
    met: replays > 0 && wrong === 0,
    detail: `${whole(replays)} replays, ${wrong} of the first faults`,
  };
}

function keysGoal({ events }: SoakFindings): SoakGoal[] {
  const times = events.flatMap(({ revokedAfterMs }) => (revokedAfterMs === undefined ? [] : [revokedAfterMs]));
  if (times.length === 0) return [];
  const slowest = Math.max(...times);
  return [
    {
      name: `a revoked key is refused within ${REVOKED_WITHIN_MS / 1_000} s`,
      met: slowest <= REVOKED_WITHIN_MS,
      detail: `${times.length} keys, the slowest after ${Math.round(slowest)} ms`,
    },
  ];
}

function eventsGoal({ events, planned }: SoakFindings): SoakGoal {
  const failures = events.flatMap(({ failure }) => failure ?? []);
  return {
    name: 'imports, keys, audits and restarts do what they should',
    met: failures.length === 0 && events.length > 0,
    detail: [`${events.length} of ${planned} planned, ${failures.length} failed`, ...failures].join('; '),
  };
}

function flatGoal(goal: string, series: readonly Series[]): SoakGoal {
  const judged = series.flatMap((each) => {
    const worst = worstOf(verdictsOf(each));
    return worst === undefined || worst.verdict === 'too short' ? [] : [{ ...each, verdict: worst.verdict }];
  });
  const grown = judged.filter(({ verdict }) => verdict === 'grew');
  const names = grown.map(({ metric, subject }) => `${metric} of ${subject} grew`);
  return {
    name: `${goal} flat`,
    met: judged.length > 0 && grown.length === 0,
    detail: [`${judged.length} series judged, ${series.length - judged.length} too short`, ...names].join('; '),
  };
}

function memoryGoal(peaks: ReadonlyMap<string, number>): SoakGoal {
  const list = [...peaks].map(([name, bytes]) => `${name} ${Math.round(bytes / MEGABYTE)}`);
  return {
    name: `no process above ${LOADED_BYTES / MEGABYTE} MB`,
    met: peaks.size > 0 && [...peaks.values()].every((bytes) => bytes <= LOADED_BYTES),
    detail: `highest in MB: ${list.join(', ')}`,
  };
}
