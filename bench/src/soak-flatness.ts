import { median } from './statistics.js';

/**
 * What a series may grow by: this share of what it was, and this much more. It covers what differs
 * between two equal moments, not a leak: the longer the run, the smaller the leak that it finds.
 */
export interface Allowance {
  readonly share: number;
  readonly absolute: number;
}

/**
 * How a fifth of a series becomes one figure. `lowest` is for heaps: between two collections they
 * only grow, and what no collection frees is what counts.
 */
export type Level = 'median' | 'lowest';

/** A judged series. */
export type Verdict =
  | { readonly verdict: 'too short' }
  | { readonly verdict: 'flat' | 'grew'; readonly before: number; readonly after: number };

/** Fewer samples in a fifth are chance. */
const SAMPLES_OF_A_FIFTH = 6;
const FIFTHS = 5;

/**
 * Judges the samples of one process, in order of time: the last fifth may be above the second fifth
 * by the allowance. The first fifth is left out, in which caches and compilers warm up.
 */
export function judgeFlatness(values: readonly number[], allowance: Allowance, level: Level = 'median'): Verdict {
  const length = Math.floor(values.length / FIFTHS);
  if (length < SAMPLES_OF_A_FIFTH) return { verdict: 'too short' };
  const levelOf = (fifth: readonly number[]): number => (level === 'median' ? median(fifth) : Math.min(...fifth));
  const before = levelOf(values.slice(length, 2 * length));
  const after = levelOf(values.slice(-length));
  const bound = before + Math.abs(before) * allowance.share + allowance.absolute;
  return { verdict: after <= bound ? 'flat' : 'grew', before, after };
}
