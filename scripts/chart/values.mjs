// Reads values.yaml of the chart: the comment of a value starts with its path, and a line that
// starts with `@` is its type.
import { parse } from 'yaml';

/**
 * Returns what values.yaml says of each value, in its order: `{path, text, type, value}`. Throws an
 * error that names every value without a comment, and every comment without a value.
 */
export function readValues(yaml) {
  const values = parse(yaml);
  const comments = readComments(yaml);
  const documented = comments.map((comment) => ({ ...comment, value: at(values, comment.path) }));
  const problems = [
    ...documented.filter(({ value }) => value === undefined).map(({ path }) => `${path}: has a comment, but no value`),
    ...undocumented(values, new Map(documented.map((each) => [each.path, each]))),
  ];
  if (problems.length > 0) throw new Error(`values.yaml:\n  ${problems.join('\n  ')}`);
  return documented;
}

function readComments(yaml) {
  const comments = [];
  for (const block of yaml.split(/\n(?! *#)/)) {
    const lines = block
      .split('\n')
      .filter((line) => /^ *#/.test(line))
      .map((line) => line.replace(/^ *# ?/, ''));
    const first = lines.findIndex((line) => /^[a-z][A-Za-z.]*: /.test(line));
    if (first === -1) continue;
    const [, path, start] = /^([A-Za-z.]+): (.*)$/.exec(lines[first]);
    const rest = lines.slice(first + 1);
    const type = rest.find((line) => line.startsWith('@ '))?.slice(2);
    comments.push({ path, type, text: [start, ...rest.filter((line) => !line.startsWith('@ '))].join(' ').trim() });
  }
  return comments;
}

function at(values, path) {
  return path.split('.').reduce((value, key) => value?.[key], values);
}

/**
 * Returns the values without a comment. The members of a value with a type of its own need none.
 */
function undocumented(values, comments, prefix = '') {
  return Object.entries(values).flatMap(([key, value]) => {
    const path = prefix + key;
    const comment = comments.get(path);
    if (comment === undefined) return [`${path}: has no comment`];
    if (comment.type !== undefined && comment.type !== 'service') return [];
    return isMap(value) ? undocumented(value, comments, `${path}.`) : [];
  });
}

export function isMap(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
