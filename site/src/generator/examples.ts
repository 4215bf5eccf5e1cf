import type { OperationDescription } from '@prospecting/openapi';
import { BASE_URL } from '../placeholders.js';
import { fence, tabs } from './page.js';

export type RequestBody = Readonly<Record<string, unknown>>;

/** Returns one request as tabs: curl, TypeScript and Python. Each is complete once PROSPECTING_API_KEY is set. */
export function requestTabs(operation: OperationDescription, body: RequestBody | undefined, needsKey: boolean): string {
  return tabs([
    fence('bash', curl(operation, body, needsKey), 'curl'),
    fence('ts', typescript(operation, body), 'TypeScript'),
    fence('python', python(operation, body), 'Python'),
  ]);
}

function curl({ method, path }: OperationDescription, body: RequestBody | undefined, needsKey: boolean): string {
  const parts = [
    `curl -s ${BASE_URL}${path}`,
    `-H "Authorization: Bearer $PROSPECTING_API_KEY"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`]),
    ...(needsKey ? ['-H "Idempotency-Key: $IDEMPOTENCY_KEY"'] : []),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  const command = parts.join(' \\\n  ');
  if (method !== 'GET' && body === undefined) throw new Error(`${path} has no example body`);
  return needsKey
    ? `# One key for each spend, and the same key when you send it again.\nIDEMPOTENCY_KEY=$(uuidgen)\n${command}`
    : command;
}

/** The client's name of an operation: `match_people` is `matchPeople`. */
export function methodName(operationId: string): string {
  return operationId.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function typescript({ operationId }: OperationDescription, body: RequestBody | undefined): string {
  const call = `prospecting.${methodName(operationId)}(${body === undefined ? '' : literal(body, TYPESCRIPT)})`;
  return [
    `import { Prospecting } from '@prospecting/client';`,
    '',
    `// The key comes from PROSPECTING_API_KEY.`,
    `const prospecting = new Prospecting({ baseUrl: '${BASE_URL}' });`,
    `const answer = await ${call};`,
    `console.log(answer);`,
  ].join('\n');
}

function python({ operationId }: OperationDescription, body: RequestBody | undefined): string {
  const named = Object.entries(body ?? {}).map(
    ([name, value]) => `    ${snakeCase(name)}=${literal(value, PYTHON, '    ')},\n`,
  );
  return [
    'from prospecting import Prospecting',
    '',
    '# The key comes from PROSPECTING_API_KEY.',
    `client = Prospecting(base_url="${BASE_URL}")`,
    `answer = client.${operationId}(${named.length === 0 ? '' : `\n${named.join('')}`})`,
    'print(answer)',
  ].join('\n');
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface Dialect {
  readonly indent: string;
  /** Writes the name of a field with its colon. */
  readonly field: (name: string) => string;
  readonly scalar: (value: unknown) => string;
  readonly spaced: boolean;
}

const TYPESCRIPT: Dialect = {
  indent: '  ',
  field: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)}: `,
  scalar: (value) => (typeof value === 'string' ? quoted(value) : JSON.stringify(value)),
  spaced: true,
};

const PYTHON: Dialect = {
  indent: '    ',
  field: (name) => `${JSON.stringify(name)}: `,
  scalar: (value) => {
    if (typeof value === 'boolean') return value ? 'True' : 'False';
    return value === null ? 'None' : JSON.stringify(value);
  },
  spaced: false,
};

/** Longest line of an object that is written on one line. */
const LINE_LENGTH = 76;

/** Writes a JSON value as a literal of a language: short objects and lists on one line, as a formatter would. */
function literal(value: unknown, dialect: Dialect, indent = ''): string {
  if (value === null || typeof value !== 'object') return dialect.scalar(value);
  const flat = onOneLine(value, dialect);
  // The items of a batch stand one under the other.
  const isBatch = Array.isArray(value) && value.some((each) => typeof each === 'object') && value.length > 1;
  if (!isBatch && indent.length + flat.length <= LINE_LENGTH && !flat.includes('items: [')) return flat;
  const inner = indent + dialect.indent;
  const entries = Array.isArray(value)
    ? value.map((each) => literal(each, dialect, inner))
    : Object.entries(value).map(([name, each]) => dialect.field(name) + literal(each, dialect, inner));
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
}

function onOneLine(value: unknown, dialect: Dialect): string {
  if (value === null || typeof value !== 'object') return dialect.scalar(value);
  if (Array.isArray(value)) return `[${value.map((each) => onOneLine(each, dialect)).join(', ')}]`;
  const fields = Object.entries(value).map(([name, each]) => dialect.field(name) + onOneLine(each, dialect));
  const space = dialect.spaced ? ' ' : '';
  return `{${space}${fields.join(', ')}${space}}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}
