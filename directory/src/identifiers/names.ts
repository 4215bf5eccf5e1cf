import { levelName } from './level-name.js';
import { isCleanText } from './text.js';

/** What a name is found by: equal `first` and one `surnames` value in common are necessary for {@link namesMatch}. */
export interface NameKeys {
  /** The first given name; a hyphenated one (`anna-karin`) is one name. */
  readonly first: string;
  /** The last word and, where it is hyphenated, each of its parts. */
  readonly surnames: readonly string[];
}

/** Of a name both as written and levelled: compatibility folding can make one character eighteen, and an index entry has a limit. */
const MAX_LENGTH = 200;

/** A name as it may be stored: trimmed, else as written. `undefined` when malformed, empty, or nothing but marks and spaces. */
export function parseName(text: string): string | undefined {
  const name = text.trim();
  if (name.length > MAX_LENGTH || !isCleanText(name)) return undefined;
  const levelled = levelName(name);
  return levelled === '' || levelled.length > MAX_LENGTH ? undefined : name;
}

/** The keys of a levelled name. A name of one word is first name and surname at once, so that it is found by itself. */
export function nameKeys(levelled: string): NameKeys {
  const words = levelled.split(' ');
  const first = words[0] ?? '';
  const surname = words.at(-1) ?? first;
  const parts = words.length > 1 ? surnameParts(surname) : [];
  return { first, surnames: [...new Set([surname, ...parts])] };
}

/**
 * Whether two levelled names may be the same person's: the first given name is the same and so is a surname.
 *
 * - The surname is the last word. A hyphenated one matches itself and each of its halves standing alone; two different hyphenated ones
 *   contradict each other even where they share a half.
 * - Middle names are the words between. One name may leave out any of the other's, but must not add or reorder: its middle names must
 *   be a subsequence of the other's. `Anna Maria Karin Berg` may be `Anna Karin Berg`; `Anna Maria Berg` may not, since each would
 *   then hold a name that the other denies.
 * - A name of one word has no surname to agree on, so it matches only itself.
 */
export function namesMatch(a: string, b: string): boolean {
  if (a === b) return a !== '';
  const words = a.split(' ');
  const others = b.split(' ');
  if (words.length < 2 || others.length < 2 || words[0] !== others[0]) return false;
  if (!surnamesMatch(words.at(-1) ?? '', others.at(-1) ?? '')) return false;
  const middle = words.slice(1, -1);
  const otherMiddle = others.slice(1, -1);
  return isSubsequence(middle, otherMiddle) || isSubsequence(otherMiddle, middle);
}

function surnamesMatch(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.includes('-')) return !b.includes('-') && surnameParts(a).includes(b);
  return surnameParts(b).includes(a);
}

function surnameParts(surname: string): string[] {
  return surname.includes('-') ? surname.split('-') : [];
}

function isSubsequence(words: readonly string[], of: readonly string[]): boolean {
  let matched = 0;
  for (const word of of) if (word === words[matched]) matched++;
  return matched === words.length;
}
