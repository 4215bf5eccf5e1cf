/**
 * Numbers that a seed decides: the same seed draws the same numbers on every machine. Not for
 * secrets.
 */
export interface Random {
  /** Returns a number: 0 ≤ x < 1. */
  next(): number;
  /** Returns a whole number: 0 ≤ x < bound. */
  below(bound: number): number;
  /** Returns a whole number, both ends included. */
  between(lowest: number, highest: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  /** Returns one of the elements. Throws RangeError when there are none. */
  pick<Element>(elements: readonly Element[]): Element;
  /** Returns at most `count` of the elements, each once, in any order. */
  sample<Element>(elements: readonly Element[], count: number): Element[];
  /** Returns a version 4 UUID. */
  uuid(): string;
}

/**
 * Creates a generator from the lowest 32 bits of the seed. mulberry32: small, even, and good for
 * 2^32 draws.
 */
export function createRandom(seed: number): Random {
  const next = mulberry32(seed);
  const below = (bound: number): number => Math.floor(next() * bound);
  const between = (lowest: number, highest: number): number => lowest + below(highest - lowest + 1);
  return {
    next,
    below,
    between,
    chance: (probability) => next() < probability,
    pick(elements) {
      if (elements.length === 0) throw new RangeError('nothing to pick from');
      return elements[below(elements.length)] as (typeof elements)[number];
    },
    sample(elements, count) {
      const left = [...elements];
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [element] = left.splice(below(left.length), 1);
        return element as (typeof elements)[number];
      });
    },
    uuid() {
      const hex = Array.from({ length: 32 }, (_, at) => (at === 12 ? 4 : at === 16 ? 8 + below(4) : below(16)));
      const text = hex.map((digit) => digit.toString(16)).join('');
      return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
    },
  };
}

function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
