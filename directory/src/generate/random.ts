import { createRandom as createSeededRandom, type Random as SeededRandom } from '@prospecting/platform/random';

/** A seeded source of numbers that also draws from the normal distribution. */
export interface Random extends SeededRandom {
  /** Returns a normally distributed number: mean 0, deviation 1. */
  normal(): number;
}

/**
 * Creates a source of random numbers.
 *
 * @param seed any number; its fraction is ignored
 * @param stream a name; sources of one seed with different names are independent
 */
export function createRandom(seed: number, stream: string): Random {
  const random = createSeededRandom(fnv1a(`${Math.trunc(seed)}/${stream}`));
  return {
    ...random,
    // Box and Muller; 1 - next() is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next()),
  };
}

/** Creates a function that picks values with a probability in proportion to their weights. */
export function weighted<Value>(choices: readonly (readonly [Value, number])[]): (random: Random) => Value {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  return (random) => {
    let rest = random.next() * total;
    for (const [value, weight] of choices) {
      rest -= weight;
      if (rest < 0) return value;
    }
    throw new RangeError('There is nothing to pick from.');
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
