import { createRandom } from './random.js';

const BLOCK = 1_000;
/**
 * With this value most organizations have one or two contacts, and one in 1,000 over ten times the
 * mean.
 */
const LOG_DEVIATION = 1.1;

/**
 * Yields the number of contacts of one organization after another, drawn from a log-normal
 * distribution. Every block of 1,000 organizations has exactly 1,000 times the mean in total.
 */
export function* contactCounts(mean: number, seed: number): Generator<number, never> {
  const random = createRandom(seed, 'contact counts');
  const total = Math.round(mean * BLOCK);
  for (;;) {
    const weights = Array.from({ length: BLOCK }, () => Math.exp(LOG_DEVIATION * random.normal()));
    const perWeight = total / weights.reduce((sum, weight) => sum + weight, 0);
    let exactSum = 0;
    let yielded = 0;
    for (const weight of weights) {
      // Rounding the running sum instead of each number keeps the total.
      exactSum += weight * perWeight;
      const roundedSum = Math.min(total, Math.round(exactSum));
      yield roundedSum - yielded;
      yielded = roundedSum;
    }
  }
}
