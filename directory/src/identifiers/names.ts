import { normalizeName } from './normalize-name.js';
import { isCleanText } from './text.js';

/** A person's name. */
export interface Name {
  /** As written, trimmed. */
  readonly written: string;
  /** As {@link normalizeName} returns it. */
  readonly normalized: string;
}

/**
 * Limit of a name as written and as normalized: compatibility folding can turn one character into
 * eighteen, and index entries are bounded.
 */
const MAX_LENGTH = 200;

/**
 * Returns a name of 200 characters at most in both forms, or `undefined` when it is malformed, too
 * long, empty, or has only marks and spaces.
 */
export function parseName(text: string): Name | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH || !isCleanText(written)) return undefined;
  const normalized = normalizeName(written);
  return normalized === '' || normalized.length > MAX_LENGTH ? undefined : { written, normalized };
}

/**
 * Returns the first given name of a normalized name; a hyphenated one (`anna-karin`) is one name.
 * {@link namesMatch} requires an equal one.
 */
export function firstNameOf(normalized: string): string {
  const end = normalized.indexOf(' ');
  return end === -1 ? normalized : normalized.slice(0, end);
}

/**
 * Returns true when two normalized names may be one person's: they share the first given name and a
 * surname.
 *
 * - The surname is the last word. A hyphenated surname matches itself and each of its halves. Two
 *   different hyphenated surnames do not match, even when they share a half.
 * - Middle names are the words in between. One name may omit some of the other's middle names, but
 *   not add or reorder any: its middle names are a subsequence of the other's. `Anna Maria Karin
 *   Berg` matches `Anna Karin Berg`. `Anna Maria Berg` does not match `Anna Karin Berg`.
 * - A name of one word has no surname to compare, so it matches only itself.
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
