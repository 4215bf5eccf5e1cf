import type { Point } from './soak-chart.js';
import { judgeFlatness, type Allowance, type Level, type Verdict } from './soak-flatness.js';

/** What is sampled, with the goal that it belongs to. Without a goal it is only drawn. */
interface Metric {
  readonly title: string;
  readonly goal?: 'memory' | 'handles' | 'connections' | 'queues';
  /** What it may grow by. */
  readonly allowance?: Allowance;
  readonly level?: Level;
  /** The shortest series that says something. */
  readonly leastMs?: number;
}

/** The sampled metrics, in the order in which they are drawn. */
export const METRICS = {
  rate: { title: 'answers, 1/s' },
  p99: { title: 'slowest hundredth of answers, ms' },
  rss: { title: 'memory (RSS), MB', goal: 'memory', allowance: { share: 0.1, absolute: 10 } },
  heap: {
    title: 'JavaScript heap, MB',
    goal: 'memory',
    allowance: { share: 0.15, absolute: 4 },
    level: 'lowest',
    // A fifth must see a collection of the old generation, which at a low rate takes minutes.
    leastMs: 12 * 60_000,
  },
  private: { title: 'PostgreSQL’s private memory, MB', goal: 'memory', allowance: { share: 0.15, absolute: 15 } },
  descriptors: { title: 'open file descriptors', goal: 'handles', allowance: { share: 0, absolute: 5 } },
  handles: { title: 'active handles and timers', goal: 'handles', allowance: { share: 0, absolute: 10 } },
  sockets: { title: 'sockets', goal: 'connections', allowance: { share: 0, absolute: 5 } },
  backends: { title: 'PostgreSQL connections by role', goal: 'connections', allowance: { share: 0, absolute: 2 } },
  waiting: { title: 'waits for a pooled connection', goal: 'queues', allowance: { share: 0, absolute: 5 } },
  queued: { title: 'queued settlements and log lines', goal: 'queues', allowance: { share: 0.5, absolute: 50 } },
  lag: { title: 'event loop lag, p99 ms', goal: 'queues', allowance: { share: 0.5, absolute: 20 } },
  tables: { title: 'tables that grow with use, MB' },
} as const satisfies Readonly<Record<string, Metric>>;
export type MetricName = keyof typeof METRICS;

/** The goals that series are judged by. */
export const SERIES_GOALS = ['memory', 'handles', 'connections', 'queues'] as const;
export type SeriesGoal = (typeof SERIES_GOALS)[number];

/** A sample of a process. Another process of the same name begins a new series. */
export interface Sampled extends Point {
  readonly pid: number;
}

/** All samples of one metric of one subject. */
export interface Series {
  readonly metric: MetricName;
  /** A process, a role or a table. */
  readonly subject: string;
  readonly points: readonly Sampled[];
}

/** Returns the verdict of each process of a series in turn. */
export function verdictsOf({ metric, points }: Series): Verdict[] {
  const { allowance, level, leastMs = 0 }: Metric = METRICS[metric];
  if (allowance === undefined) return [];
  const pids = [...new Set(points.map(({ pid }) => pid))];
  return pids.map((pid) => {
    const own = points.filter((point) => point.pid === pid);
    if ((own.at(-1)?.atMs ?? 0) - (own[0]?.atMs ?? 0) < leastMs) return { verdict: 'too short' };
    return judgeFlatness(
      own.map(({ value }) => value),
      allowance,
      level,
    );
  });
}

/** Returns the verdict that decides: growth, then flatness. */
export function worstOf(verdicts: readonly Verdict[]): Verdict | undefined {
  return (
    verdicts.find(({ verdict }) => verdict === 'grew') ??
    verdicts.findLast(({ verdict }) => verdict === 'flat') ??
    verdicts.at(-1)
  );
}

export function goalOf(metric: MetricName): SeriesGoal | undefined {
  const { goal }: Metric = METRICS[metric];
  return goal;
}
