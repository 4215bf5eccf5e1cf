/**
 * The rule that keeps callers from finding a personal number by guessing. It knows numbers, and
 * their first six digits (a birth date), only by their hashes.
 */

/** Different numbers with the same first six digits that an account may ask for without a match. */
export const MAX_MISSES = 20;
/** How long a miss counts. */
export const MISS_COUNTS_MS = 24 * 60 * 60 * 1000;

/** A personal number that an account asks for. */
export interface HashedNumber {
  /** Hash of the first six digits. */
  readonly prefix: string;
  /** Hash of the whole number. */
  readonly number: string;
}

/** A number after its lookup. */
export interface Lookup extends HashedNumber {
  /** True when the number is on record. */
  readonly found: boolean;
}

/** The misses of an account that count now. */
export class Misses {
  readonly #numbers: Map<string, Set<string>>;

  constructor(misses: Iterable<HashedNumber> = []) {
    this.#numbers = new Map();
    for (const miss of misses) this.add(miss);
  }

  /**
   * Returns true when the number may be one more miss. A number that is already counted always may.
   */
  allow({ prefix, number }: HashedNumber): boolean {
    const missed = this.#numbers.get(prefix);
    return missed === undefined || missed.size < MAX_MISSES || missed.has(number);
  }

  /** Counts a miss. Returns false when it was already counted. */
  add({ prefix, number }: HashedNumber): boolean {
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
 * Returns the numbers that may be looked up in one round, in order: there is room even if every one
 * of them is a miss.
 */
export function allowedInOneRound<Number extends HashedNumber>(misses: Misses, numbers: readonly Number[]): Number[] {
  const supposed = misses.copy();
  return numbers.filter((number) => {
    const allowed = supposed.allow(number);
    if (allowed) supposed.add(number);
    return allowed;
  });
}

/** The outcome of lookups. */
export interface Verdict<Number extends Lookup> {
  /** Found numbers that may be shown. */
  readonly shown: readonly Number[];
  /** Misses that were not counted before. */
  readonly missed: readonly Number[];
}

/** Judges lookups as if they were made one after the other. Adds the misses to `misses`. */
export function judge<Number extends Lookup>(misses: Misses, lookups: readonly Number[]): Verdict<Number> {
  const shown: Number[] = [];
  const missed: Number[] = [];
  for (const lookup of lookups) {
    if (!misses.allow(lookup)) continue;
    if (lookup.found) shown.push(lookup);
    else if (misses.add(lookup)) missed.push(lookup);
  }
  return { shown, missed };
}
