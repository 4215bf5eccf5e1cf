import type { Measurement } from './measure.js';
import { median } from './statistics.js';

/** One measurement of a variant in one round. */
export interface Sample extends Measurement {
  readonly variant: string;
  readonly connections: number;
  readonly round: number;
}

/** Medians over the rounds. */
export interface Row {
  readonly variant: string;
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly itemsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** p99 over p50. */
  readonly tail: number;
  /** Requests a second over those of the ceiling at as many connections, round by round; absent without a ceiling. */
  readonly ratio?: number;
}

/** The variant that the others are compared with. */
export const CEILING = 'direct SQL';

/** One row for each variant and number of connections, in the order of their first samples. */
export function toRows(samples: readonly Sample[], itemsPerRequest: number): Row[] {
  const groups = new Map<string, Sample[]>();
  for (const sample of samples) {
    const key = `${sample.variant} ${sample.connections}`;
    groups.set(key, [...(groups.get(key) ?? []), sample]);
  }
  return [...groups.values()].map((group) => {
    const { variant, connections } = group[0] as Sample;
    const requestsPerSecond = median(group.map((sample) => sample.requestsPerSecond));
    const ratios = group.flatMap((sample) => ratioToCeiling(sample, samples) ?? []);
    return {
      variant,
      connections,
      requestsPerSecond,
      itemsPerSecond: requestsPerSecond * itemsPerRequest,
      p50Ms: median(group.map(({ p50Ms }) => p50Ms)),
      p99Ms: median(group.map(({ p99Ms }) => p99Ms)),
      tail: median(group.map(({ p50Ms, p99Ms }) => p99Ms / p50Ms)),
      ...(ratios.length > 0 && { ratio: median(ratios) }),
    };
  });
}

/** Within a round, minutes apart at most: a machine that drifts takes both with it. */
function ratioToCeiling(sample: Sample, samples: readonly Sample[]): number | undefined {
  const ceiling = samples.find(
    ({ variant, connections, round }) =>
      variant === CEILING && connections === sample.connections && round === sample.round,
  );
  return ceiling && sample.requestsPerSecond / ceiling.requestsPerSecond;
}
