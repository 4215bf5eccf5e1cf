import { readTitleTable, type TitleMeaning, type TitleTable } from './title-table.js';
import { titleWords } from './title-words.js';

/** What a job title says: the roles of all its parts. */
export interface JobTitleRoles {
  readonly roles: readonly string[];
  readonly isExecutive: boolean;
  readonly isDecisionMaker: boolean;
}

/** Returns what a job title says. */
export type TitleReader = (jobTitle: string) => JobTitleRoles;

const NOTHING: JobTitleRoles = { roles: [], isExecutive: false, isDecisionMaker: false };

/** `salgs- og markedssjef`: the first word lends its ending from the second. */
const SHARED_ENDING = new RegExp(String.raw`(\p{L}+)-\s+(?:&|and|og|och|ja|sekä|samt)\s+(\p{L}+)`, 'giu');
const ENDINGS =
  /^.+?(sjefen|sjef|chefen|chef|direktör|direktør|direktor|leder|ledare|ansvarig|ansvarlig|johtaja|päällikkö|stjóri|manager)$/iu;
const CONJUNCTION = new RegExp(String.raw`\s+(?:and|og|och|ja|sekä|samt)\s+|\s*[&+/]\s*`, 'iu');
const SEPARATOR = /[,;|()[\]•·]|\s[-–—]\s/u;
const RESEARCH = /\br\s*&\s*d\b/giu;

/** Beginnings that a second part may share: Head of Sales and Marketing. */
const BEGINNINGS = [
  'head of',
  'vp of',
  'vp',
  'svp',
  'vice president of',
  'vice president',
  'director of',
  'director',
  'chef for',
  'leder for',
];
/** Last words that a first part may share: Sales and Marketing Director. */
const LAST_WORDS = new Set(['director', 'manager', 'chef', 'sjef', 'leder', 'direktor', 'johtaja', 'paallikko']);

/** Titles repeat: most contacts have one of a few thousand. */
const MAX_REMEMBERED = 20_000;

/** Creates a function that returns what a job title says by the table. */
export function createTitleReader(table: TitleTable): TitleReader {
  return (jobTitle) => {
    const text = withWholeWords(jobTitle);
    if (titleWords(text).some((word) => table.helpers.has(word))) return NOTHING;
    const found = text.split(SEPARATOR).flatMap((part) => meaningsOf(part, table));
    if (found.length === 0) return NOTHING;
    return {
      roles: [...new Set(found.map(({ role }) => role))],
      isExecutive: found.some(({ isExecutive }) => isExecutive),
      isDecisionMaker: found.some(({ isDecisionMaker }) => isDecisionMaker),
    };
  };
}

let reader: TitleReader | undefined;
const remembered = new Map<string, JobTitleRoles>();

/** Returns what a job title says by the table that comes with the product. */
export function rolesOfJobTitle(jobTitle: string): JobTitleRoles {
  const known = remembered.get(jobTitle);
  if (known !== undefined) return known;
  reader ??= createTitleReader(readTitleTable());
  const roles = reader(jobTitle);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(jobTitle, roles);
  return roles;
}

/** Writes `salgs- og markedssjef` as `salgssjef og markedssjef`, and `R&D` as one word. */
function withWholeWords(jobTitle: string): string {
  return jobTitle.replace(RESEARCH, 'rd').replace(SHARED_ENDING, (whole, first: string, second: string) => {
    const ending = ENDINGS.exec(second)?.[1];
    return ending === undefined ? whole : `${first}${ending} & ${second}`;
  });
}

/** Returns the meanings of parts that `and` joins. A part that is taken away takes those after it along. */
function meaningsOf(text: string, table: TitleTable): TitleMeaning[] {
  const parts = text.split(CONJUNCTION).map(titleWords);
  const found: TitleMeaning[] = [];
  for (const [index, words] of parts.entries()) {
    const meaning =
      meaningOf(words, table) ??
      meaningOf(withBeginningOf(parts[index - 1] ?? [], words), table) ??
      meaningOf(withLastWordOf(words, parts.at(-1) ?? []), table);
    if (meaning !== undefined) found.push(meaning);
    else if (words.some((word) => table.takesAway.has(word))) return found;
  }
  return found;
}

/** Matches a title that begins after words that change nothing, and ends where a suffix begins. */
function meaningOf(words: readonly string[], table: TitleTable): TitleMeaning | undefined {
  for (let from = 0; from < words.length; from++) {
    for (let length = Math.min(table.maxWords, words.length - from); length > 0; length--) {
      const meaning = table.titles.get(words.slice(from, from + length).join(' '));
      if (meaning === undefined) continue;
      const rest = words.slice(from + length);
      const [next] = rest;
      // `VD CEO`: the title in another language.
      const ends = next === undefined || table.suffixes.has(next) || meaningOf(rest, table) !== undefined;
      if (ends && !rest.some((word) => table.takesAway.has(word))) return meaning;
    }
    if (!table.prefixes.has(words[from] ?? '')) return undefined;
  }
  return undefined;
}

function withBeginningOf(before: readonly string[], words: readonly string[]): readonly string[] {
  const text = before.join(' ');
  const beginning = BEGINNINGS.find((each) => text.startsWith(`${each} `));
  return beginning === undefined ? [] : [...beginning.split(' '), ...words];
}

function withLastWordOf(words: readonly string[], last: readonly string[]): readonly string[] {
  const word = last.at(-1);
  return word !== undefined && last !== words && LAST_WORDS.has(word) ? [...words, word] : [];
}
