import { createRandom } from './random.js';

const BLOCK = 1_000;
/** Of the logarithm: most organizations have a contact or two, one in a thousand more than ten times the mean. */
const DEVIATION = 1.1;

/**
 * How many contacts each organization has, one after the other: log-normally many. Every block of a thousand organizations has exactly
 * a thousand times the mean.
 */
export function* contactCounts(mean: number, seed: number): Generator<number, never> {
  const random = createRandom(seed, 'contact counts');
  const total = Math.round(mean * BLOCK);
  for (;;) {
    const weights = Array.from({ length: BLOCK }, () => Math.exp(DEVIATION * random.normal()));
    const perWeight = total / weights.reduce((sum, weight) => sum + weight, 0);
    let before = 0;
    let given = 0;
    for (const weight of weights) {
      // Rounding the running sum, not each share, keeps the total.
      before += weight * perWeight;
      const upTo = Math.min(total, Math.round(before));
      yield upTo - given;
      given = upTo;
    }
  }
}
