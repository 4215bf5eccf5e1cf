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
  /**
   * Requests per second relative to the ceiling at the same number of connections, round by round.
   * Undefined without a ceiling.
   */
  readonly ratio?: number;
}

/** The variant with which the others are compared. */
export const CEILING = 'direct SQL';

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

/** Compares within a round, so that a machine's drift affects both sides. */
function ratioToCeiling(sample: Sample, samples: readonly Sample[]): number | undefined {
  const ceiling = samples.find(
    ({ variant, connections, round }) =>
      variant === CEILING && connections === sample.connections && round === sample.round,
  );
  return ceiling && sample.requestsPerSecond / ceiling.requestsPerSecond;
}
