/** Numbers that a seed decides: the same seed draws the same benchmark. */
export interface Random {
  /** 0 ≤ x < 1. */
  next(): number;
  /** A whole number, 0 ≤ x < bound. */
  below(bound: number): number;
  /** One of the elements. Throws RangeError when there are none. */
  pick<Element>(elements: readonly Element[]): Element;
  /** A version 4 UUID. */
  uuid(): string;
}

/** mulberry32: 32 bits of state, which is plenty for drawing a few thousand items. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    pick(elements) {
      if (elements.length === 0) throw new RangeError('nothing to pick from');
      return elements[below(elements.length)] as (typeof elements)[number];
    },
    uuid() {
      const hex = Array.from({ length: 32 }, (_, at) => (at === 12 ? 4 : at === 16 ? 8 + below(4) : below(16)));
      const text = hex.map((digit) => digit.toString(16)).join('');
      return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
    },
  };
}
