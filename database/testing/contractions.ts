/** A statement that takes away, or narrows, what the release before reads or writes. */
export interface Contraction {
  /** What is done, such as `drop table`. */
  readonly action: string;
  /** What it is done to, such as `edge.accounts` or `edge.accounts.name`. */
  readonly object: string;
}

/**
 * Returns the contractions of a migration that its comments do not account for. A line
 * `-- Contract: edge.accounts is unused since 0.2.0.` accounts for every one of that object. What
 * the migration itself creates has no readers yet.
 *
 * It knows the statements by their words, not by a parser: it finds what a reviewer may overlook,
 * and cannot know what a service reads.
 */
export function unexplainedContractions(sql: string): Contraction[] {
  const explained = new Set(
    [...sql.matchAll(/^-- Contract: (\S+) is unused since \d+\.\d+\.\d+\.$/gm)].map(([, name]) => name),
  );
  const text = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase();
  const created = new Set(
    [...text.matchAll(/create\s+(?:or\s+replace\s+)?(?:table|view|function)\s+(?:if\s+not\s+exists\s+)?([\w.]+)/g)].map(
      ([, name]) => name,
    ),
  );
  return text
    .split(';')
    .flatMap((statement) => contractionsOf(statement.replaceAll(/\s+/g, ' ')))
    .filter(({ object }) => !created.has(object) && !created.has(tableOf(object)) && !explained.has(object));
}

/** `edge.accounts.name` → `edge.accounts` */
function tableOf(object: string): string {
  return object.split('.').slice(0, 2).join('.');
}

const DROP =
  /\bdrop (table|view|materialized view|function|procedure|schema|sequence|type|domain|index) (?:if exists )?(.*)/;
const ALTER = /\balter (?:table|view|type|domain|function|schema|sequence) (?:if exists )?(?:only )?([\w.]+) (.*)/;
const REVOKE = /\brevoke .* on (?:table |function |schema )?([\w., ()]+) from (?!public\b)/;
const UNIQUE_INDEX = /\bcreate unique index .* on (?:only )?([\w.]+)/;

function contractionsOf(statement: string): Contraction[] {
  const [, kind, dropped] = DROP.exec(statement) ?? [];
  const [, table, clauses] = ALTER.exec(statement) ?? [];
  // `alter table … drop` is for the clauses below.
  if (table !== undefined && clauses !== undefined)
    return topLevel(clauses).flatMap((clause) => narrowed(table, clause.trim()));
  if (kind !== undefined && dropped !== undefined)
    return topLevel(dropped).map((name) => ({ action: `drop ${kind}`, object: nameOf(name) }));
  const [, revoked] = REVOKE.exec(statement) ?? [];
  if (revoked !== undefined) return topLevel(revoked).map((name) => ({ action: 'revoke', object: nameOf(name) }));
  const [, indexed] = UNIQUE_INDEX.exec(statement) ?? [];
  return indexed === undefined ? [] : [{ action: 'unique index', object: indexed }];
}

/** What a clause of ALTER TABLE does to a column, by the clause. The group is the column's name. */
const CLAUSES: readonly (readonly [action: string, pattern: RegExp])[] = [
  ['rename', /^rename (?:column )?(?:to )?(\w+)/],
  ['move', /^set (schema) /],
  ['drop key', /^drop constraint (?:if exists )?(\w+_p?key)\b/],
  ['drop column', /^drop (?!constraint\b)(?:column )?(?:if exists )?(\w+)/],
  ['drop default', /^alter (?:column )?(\w+) drop default/],
  ['change type', /^alter (?:column )?(\w+) (?:set data )?type /],
  ['set not null', /^alter (?:column )?(\w+) set not null/],
  ['add unique', /^add constraint (\w+) (?:unique|primary key|exclude)/],
  [
    'add not null',
    /^add (?!constraint\b)(?:column )?(?:if not exists )?(\w+) (?=.*\bnot null)(?!.*\b(?:default|generated)\b)/,
  ],
];

function narrowed(table: string, clause: string): Contraction[] {
  return CLAUSES.flatMap(([action, pattern]) => {
    const [, name] = pattern.exec(clause) ?? [];
    return name === undefined ? [] : [{ action, object: `${table}.${name}` }];
  }).slice(0, 1);
}

/** Splits at the commas that are in no parentheses. */
function topLevel(list: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of list) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts;
}

/** `edge.tidy(date) cascade` → `edge.tidy` */
function nameOf(text: string): string {
  return /[\w.%]+/.exec(text)?.[0] ?? text.trim();
}
