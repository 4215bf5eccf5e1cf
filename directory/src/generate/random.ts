/** A source of numbers that is the same for the same seed, on every machine. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
  /** Normally distributed, mean 0 and deviation 1. */
  normal(): number;
}

/**
 * @param seed any number; its whole part counts, modulo 2^32
 * @param stream independent sources of one seed have different names
 */
export function createRandom(seed: number, stream: string): Random {
  const next = mulberry32(fnv1a(`${Math.trunc(seed)}/${stream}`));
  return {
    next,
    below: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[Math.floor(next() * values.length)];
      if (value === undefined) throw new RangeError('nothing to pick from');
      return value;
    },
    // Box and Muller; 1 - next() is never 0.
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** Makes a picker of values in proportion to their weights. */
export function weighted<Value>(choices: readonly (readonly [Value, number])[]): (random: Random) => Value {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  return (random) => {
    let rest = random.next() * total;
    for (const [value, weight] of choices) {
      rest -= weight;
      if (rest < 0) return value;
    }
    throw new RangeError('nothing to pick from');
  };
}

function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
