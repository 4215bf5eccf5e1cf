/**
 * The rule by which a personal number cannot be found by trying. It knows numbers and their first
 * six digits by opaque names only.
 */

/** Different numbers with the same first six digits that an account may ask for in vain. */
export const MOST_MISSES = 20;
/** How long a miss counts. */
export const MISS_COUNTS_MS = 24 * 60 * 60 * 1000;

/** A number that an account asks for. */
export interface Tried {
  /** Stands for the first six digits. */
  readonly prefix: string;
  /** Stands for the whole number. */
  readonly number: string;
}

/** A number that was looked for. */
export interface Look extends Tried {
  /** Whether it is on somebody's record. */
  readonly found: boolean;
}

/** What an account asked for in vain, as far as it counts. */
export class Misses {
  readonly #numbers: Map<string, Set<string>>;

  constructor(misses: Iterable<Tried> = []) {
    this.#numbers = new Map();
    for (const miss of misses) this.add(miss);
  }

  /** True while there is room for one more miss; a number that is counted already needs none. */
  allow({ prefix, number }: Tried): boolean {
    const missed = this.#numbers.get(prefix);
    return missed === undefined || missed.size < MOST_MISSES || missed.has(number);
  }

  /** Answers whether the number was not counted before. */
  add({ prefix, number }: Tried): boolean {
    const missed = this.#numbers.get(prefix) ?? new Set();
    if (missed.has(number)) return false;
    this.#numbers.set(prefix, missed.add(number));
    return true;
  }

  copy(): Misses {
    const misses = [...this.#numbers].flatMap(([prefix, numbers]) =>
      [...numbers].map((number) => ({ prefix, number })),
    );
    return new Misses(misses);
  }
}

/**
 * The numbers, in order, that may be looked for whatever becomes of those before them: there is room
 * even if each of them is a miss.
 */
export function allowedAtOnce<Number extends Tried>(misses: Misses, numbers: readonly Number[]): Number[] {
  const supposed = misses.copy();
  return numbers.filter((tried) => {
    const allowed = supposed.allow(tried);
    if (allowed) supposed.add(tried);
    return allowed;
  });
}

/** What looks come to: the found numbers that may be shown, and the misses not counted yet. */
export interface Verdict<Number extends Look> {
  readonly shown: readonly Number[];
  readonly missed: readonly Number[];
}

/** Judges looks as if each was made after the one before it. Adds the misses to `misses`. */
export function judge<Number extends Look>(misses: Misses, looks: readonly Number[]): Verdict<Number> {
  const shown: Number[] = [];
  const missed: Number[] = [];
  for (const look of looks) {
    if (!misses.allow(look)) continue;
    if (look.found) shown.push(look);
    else if (misses.add(look)) missed.push(look);
  }
  return { shown, missed };
}
