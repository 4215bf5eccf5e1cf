/** One member of a list of strings with parameters, such as `"spend";r=5;t=31`. */
export interface Member {
  readonly name: string;
  readonly parameters: Readonly<Record<string, number | string | boolean>>;
}

const STRING = String.raw`"(?:[ !#-\[\]-~]|\\["\\])*"`;
const TOKEN = String.raw`[A-Za-z*][\w!#$%&'*+\-.^|~:/${'`'}]*`;
const NUMBER = String.raw`-?(?:\d{1,12}\.\d{1,3}|\d{1,15})`;
const ITEM = String.raw`${STRING}|${TOKEN}|${NUMBER}|\?[01]|:[A-Za-z0-9+/=]*:|@-?\d{1,15}`;
const PARAMETER = String.raw`; *([a-z*][a-z0-9_\-.*]*)(?:=(${ITEM}))?`;
const MEMBER = new RegExp(String.raw`(${STRING}|${TOKEN})((?:${PARAMETER})*)[ \t]*(,[ \t]*|$)`, 'y');
const PARAMETERS = new RegExp(PARAMETER, 'g');

/** A header of the API has some 60 characters. */
const LONGEST_HEADER = 10_000;

/**
 * Parses a list of strings or tokens with parameters (RFC 9651). Returns undefined for anything
 * else, because a header that cannot be read has to be ignored as a whole.
 */
export function parseList(header: string): readonly Member[] | undefined {
  if (header.length > LONGEST_HEADER) return undefined;
  const text = header.replace(/^ +| +$/g, '');
  const members: Member[] = [];
  MEMBER.lastIndex = 0;
  let separator: string | undefined = ',';
  while (separator !== '' && text !== '') {
    const match = MEMBER.exec(text);
    if (match === null) return undefined;
    const [, name = '', parameters = ''] = match;
    // The last group is the separator: the groups of PARAMETER come before it.
    separator = match.at(-1);
    if (separator !== '' && MEMBER.lastIndex === text.length) return undefined;
    members.push({ name: String(valueOf(name)), parameters: parametersOf(parameters) });
  }
  return members;
}

function parametersOf(text: string): Member['parameters'] {
  const pairs = [...text.matchAll(PARAMETERS)].map(([, name = '', value]) => [name, valueOf(value)] as const);
  return Object.fromEntries(pairs);
}

function valueOf(text: string | undefined): number | string | boolean {
  if (text === undefined || text === '?1') return true;
  if (text === '?0') return false;
  if (text.startsWith('"')) return text.slice(1, -1).replace(/\\(.)/g, '$1');
  return /^-?\d/.test(text) ? Number(text) : text;
}
