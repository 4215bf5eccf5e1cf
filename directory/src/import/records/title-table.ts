import { readFileSync } from 'node:fs';
import { titleWords } from './title-words.js';

/** What a title says about its holder. */
export interface TitleMeaning {
  readonly role: string;
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
}

export interface TitleTable {
  /** By the words of the title, joined by spaces. */
  readonly titles: ReadonlyMap<string, TitleMeaning>;
  /** Number of words of the longest title. */
  readonly maxWords: number;
  readonly prefixes: ReadonlySet<string>;
  readonly suffixes: ReadonlySet<string>;
  readonly helpers: ReadonlySet<string>;
  readonly takesAway: ReadonlySet<string>;
}

const FILE = new URL('../../../data/titles/titles.txt', import.meta.url);
const SECTION = /^\[([a-z0-9_]+)\]((?: +[a-z-]+)*)$/;
const LINE = /^(?:en|sv|no|da|fi|is) +(\S.*)$/;

/** Reads the table of titles that comes with the product. */
export function readTitleTable(): TitleTable {
  return parseTitleTable(readFileSync(FILE, 'utf8'));
}

/** Parses a table; data/titles/README.md describes its form. Throws Error with the number of a wrong line. */
export function parseTitleTable(text: string): TitleTable {
  const titles = new Map<string, TitleMeaning>();
  const words: WordLists = { prefix: new Set(), suffix: new Set(), helper: new Set(), not: new Set() };
  let add: Adder | undefined;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, section, flags = ''] = SECTION.exec(line) ?? [];
    if (section !== undefined) {
      add = isWordList(words, section) ? wordAdder(words[section]) : titleAdder(titles, section, flags);
      continue;
    }
    const [, list] = LINE.exec(line) ?? [];
    if (list === undefined || add === undefined) throw new Error(`titles.txt: line ${index + 1} is not understood`);
    splitAlternatives(list).flatMap(expand).forEach(add);
  }
  return {
    titles,
    maxWords: Math.max(0, ...[...titles.keys()].map((title) => title.split(' ').length)),
    prefixes: words.prefix,
    suffixes: words.suffix,
    helpers: words.helper,
    takesAway: words.not,
  };
}

/** The sections that are no roles. */
type WordLists = Readonly<Record<'prefix' | 'suffix' | 'helper' | 'not', Set<string>>>;

/** Adds a phrase to the section under way. */
type Adder = (phrase: string) => void;

function isWordList(words: WordLists, section: string): section is keyof WordLists {
  return Object.hasOwn(words, section);
}

function wordAdder(words: Set<string>): Adder {
  return (phrase) => void words.add(titleWords(phrase).join(' '));
}

function titleAdder(titles: Map<string, TitleMeaning>, role: string, flags: string): Adder {
  const meaning = {
    role,
    isExecutive: flags.includes('executive'),
    isDecisionMaker: flags.includes('decision-maker'),
  };
  return (phrase) => {
    const title = titleWords(phrase).join(' ');
    const other = titles.get(title);
    if (other !== undefined && other.role !== role) {
      throw new Error(`titles.txt: '${title}' is in [${other.role}] and in [${role}]`);
    }
    titles.set(title, meaning);
  };
}

/** Splits at `|`, but not inside parentheses. */
function splitAlternatives(list: string): string[] {
  return list
    .split(/\|(?![^()]*\))/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

/** `(a | b) c` is `a c` and `b c`. */
function expand(phrase: string): string[] {
  const [whole, inside = ''] = /\(([^()]*)\)/.exec(phrase) ?? [];
  if (whole === undefined) return [phrase];
  return inside.split('|').flatMap((each) => expand(phrase.replace(whole, each.trim())));
}
