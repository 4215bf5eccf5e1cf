import { operations, PROBLEM_CODES, problemKinds, type ProblemKind } from '@prospecting/openapi';
import { resolve, type Schema } from '@prospecting/openapi/document';
import { DOCS_PATH, ORIGIN } from '../placeholders.js';
import { codeLink, operationPath } from './operation-page.js';
import { blocks, fence, json, line, prose, table, type Page } from './page.js';

/** Returns the index of errors and a page for every problem code: what `type` of a problem links to. */
export function errorPages(): Page[] {
  return [errorIndex(), ...PROBLEM_CODES.map((code) => errorPage(problemKinds[code]))];
}

function errorIndex(): Page {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, whatHappened, retryable } = problemKinds[code];
    return [String(status), codeLink(code), line(whatHappened), retryable ? 'yes' : 'no'];
  });
  const problem = schemaNamed('Problem');
  return {
    path: 'errors',
    title: 'Errors',
    description: 'Every problem code, every error of an item, and every reason for not finding something.',
    section: 'Errors',
    markdown: blocks(
      '# Errors',
      'A request that fails does nothing: nothing is revealed and nothing is charged. It answers with a problem ' +
        '(RFC 9457, `application/problem+json`) whose `type` is the address of one of the pages below.',
      '- Branch on `code` and `retryable`, never on `detail`.\n' +
        '- Retry only when `retryable` is `true`: wait as long as `Retry-After` says, or else back off. ' +
        'Send a spending call again with the same `Idempotency-Key`.\n' +
        '- New codes may come within v1. Treat an unknown one by its `status` and `retryable`.',
      '## Problem codes',
      table(['Status', 'Code', 'What happened', 'Retry'], rows),
      '## Members of a problem',
      memberTable(problem),
      '## Errors of an item',
      'An unusable item fails alone: its result has `status` `invalid` and one of these as `error`. The rest of the batch runs.',
      meaningTable('Error', schemaNamed('ItemError')),
      '## Reasons',
      'A result with `status` `not_found` says why in `reason`.',
      meaningTable('Reason', schemaNamed('NotFoundReason')),
    ),
  };
}

function errorPage(kind: ProblemKind): Page {
  return {
    path: `errors/${kind.code}`,
    title: `${kind.title} (${kind.code})`,
    description: line(kind.whatHappened),
    section: 'Errors',
    markdown: blocks(
      `# ${kind.title}`,
      glance(kind),
      '## What happened',
      prose(kind.whatHappened),
      '## What to do',
      prose(kind.whatToDo),
      '## Example',
      fence('json', json({ ...kind.example, type: `${ORIGIN}${DOCS_PATH}errors/${kind.code}` })),
      kind.members.length === 0 ? undefined : '## Members of this problem',
      kind.members.length === 0 ? undefined : memberTable(schemaNamed('Problem'), kind.members),
      '## Operations that answer with it',
      operationsWith(kind),
    ),
  };
}

function glance(kind: ProblemKind): string {
  const facts = [
    ['Code', `\`${kind.code}\``],
    ['HTTP status', String(kind.status)],
    ['Retry', retry(kind)],
    ['In the clients', `\`${className(kind.code)}\``],
  ];
  return `<div class="glance">\n\n${table(['At a glance', ''], facts)}\n\n</div>`;
}

/** The class of a code in the clients: `rate_limited` is `RateLimitedError`. */
export function className(code: string): string {
  const words = code.split('_').filter((word) => word !== 'error');
  return `${words.map((word) => (word === 'api' ? 'Api' : word.charAt(0).toUpperCase() + word.slice(1))).join('')}Error`;
}

function operationsWith({ code }: ProblemKind): string {
  return Object.values(operations)
    .filter(({ problemCodes }) => Object.values(problemCodes).flat().includes(code))
    .map(({ operationId, method, path }) => `- [\`${method} ${path}\`](/${operationPath(operationId)})`)
    .join('\n');
}

function retry({ retryable }: ProblemKind): string {
  return retryable ? 'Retrying may help' : 'Retrying the same request does not help';
}

function memberTable(
  { properties = {}, required = [] }: Schema,
  names: readonly string[] = Object.keys(properties),
): string {
  const rows = names.map((name) => {
    const property = properties[name] ?? {};
    const { description = '' } = property.description === undefined ? resolve<Schema>(property) : property;
    return [`\`${name}\``, required.includes(name) ? 'always' : 'some', line(description)];
  });
  return table(['Member', 'Present', 'Meaning'], rows);
}

function meaningTable(head: string, schema: Schema): string {
  const rows = Object.entries(schema['x-enumDescriptions'] ?? {}).map(([value, meaning]) => [
    `\`${value}\``,
    line(meaning),
  ]);
  return table([head, 'Meaning'], rows);
}

function schemaNamed(name: string): Schema {
  return resolve<Schema>({ $ref: `#/components/schemas/${name}` });
}
