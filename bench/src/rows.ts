import type { Measurement } from './measure.js';
import { median } from './statistics.js';

/** One measurement of a variant in one round. */
export interface Sample extends Measurement {
  readonly variant: string;
  readonly connections: number;
  readonly round: number;
}

/** The variant with which the others are compared. */
export const CEILING = 'direct SQL';
/** Of lookups: what no lookup can do without. */
export const MATCH_CEILING = 'match statement only';
/** Of lookups: one process without a framework that answers the same bytes. */
export const HAND_WRITTEN = 'hand-written';

/** The columns of ratios, and the variant that each relates to. */
export const RATIOS = { ratio: CEILING, ofMatch: MATCH_CEILING, ofHandWritten: HAND_WRITTEN } as const;
export type RatioColumn = keyof typeof RATIOS;

/**
 * Requests per second relative to another variant at the same number of connections, round by
 * round. Undefined where that variant was not measured.
 */
export type Ratios = { readonly [Column in RatioColumn]?: number };

/** Medians over the rounds. */
export interface Row extends Ratios {
  readonly variant: string;
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly itemsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** p99 over p50. */
  readonly tail: number;
}

/** Returns one row per variant and number of connections, in the order of their first samples. */
export function toRows(samples: readonly Sample[], itemsPerRequest: number): Row[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = `${sample.variant} ${sample.connections}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()].map((group) => {
    const { variant, connections } = group[0] as Sample;
    const requestsPerSecond = median(group.map((sample) => sample.requestsPerSecond));
    return {
      variant,
      connections,
      requestsPerSecond,
      itemsPerSecond: requestsPerSecond * itemsPerRequest,
      p50Ms: median(group.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(group.map(({ p99Ms }) => p99Ms)),
      tail: median(group.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms)),
      ...ratiosOf(group, samples),
    };
  });
}

function ratiosOf(group: readonly Sample[], samples: readonly Sample[]): Ratios {
  const columns = Object.entries(RATIOS).flatMap(([column, reference]) => {
    const ratios = group.flatMap((sample) => ratioTo(reference, sample, samples) ?? []);
    return ratios.length > 0 ? [[column, median(ratios)]] : [];
  });
  return Object.fromEntries(columns) as Ratios;
}

/** Compares within a round, so that a machine's drift affects both sides. */
function ratioTo(reference: string, sample: Sample, samples: readonly Sample[]): number | undefined {
  const other = samples.find(
    ({ variant, connections, round }) =>
      variant === reference && connections === sample.connections && round === sample.round,
  );
  return other && sample.requestsPerSecond / other.requestsPerSecond;
}
