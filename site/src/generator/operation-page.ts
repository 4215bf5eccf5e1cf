import {
  DEFAULT_LIMITS,
  problemKinds,
  type CreditCost,
  type OperationDescription,
  type ProblemCode,
} from '@prospecting/openapi';
import {
  contract,
  resolve,
  type Example,
  type Header,
  type MediaType,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  type Schema,
} from '@prospecting/openapi/document';
import { BASE_URL } from '../placeholders.js';
import { requestTabs, type RequestBody } from './examples.js';
import { fieldList, objectSections, wordsOf, type ObjectSection } from './fields.js';
import { blocks, fence, json, line, prose, table, tabs, type Page } from './page.js';

/** The path of an operation's page: `match_people` is `reference/match-people`. */
export function operationPath(operationId: string): string {
  return `reference/${operationId.replaceAll('_', '-')}`;
}

/** Returns the page of an operation: what it does and costs, its fields, its errors, and examples. */
export function operationPage(described: OperationDescription): Page {
  const operation = operationOf(described);
  const [about, buckets] = splitBuckets(operation.description);
  return {
    path: operationPath(described.operationId),
    title: operation.summary,
    description: firstSentence(about),
    section: 'Reference',
    markdown: blocks(
      `# ${operation.summary}`,
      `<div class="endpoint ${described.method.toLowerCase()}">\n\n**${described.method}** \`${BASE_URL}${described.path}\`\n\n</div>`,
      prose(about),
      glance(described, operation, buckets),
      costSection(described),
      '## Request',
      requestHeaders(described, operation),
      requestFields(described),
      requestExamples(described, operation),
      '## Response',
      responseSection(described, operation),
      '## Errors',
      'Every error is a problem (RFC 9457). Branch on `code` and `retryable`. ' +
        'An unusable item does not fail the request: see [errors of an item](/errors#errors-of-an-item).',
      problemTable(described),
    ),
  };
}

function operationOf({ method, path }: OperationDescription): Operation {
  const operation = contract.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  if (operation === undefined) throw new Error(`The contract has no ${method} ${path}`);
  return operation;
}

/** Separates the paragraph about rate buckets from the rest of a description. */
function splitBuckets(description: string): [string, string] {
  const paragraphs = description.trim().split(/\n\s*\n/);
  const isAboutBuckets = (paragraph: string): boolean => paragraph.includes('rate bucket');
  const buckets = paragraphs.find(isAboutBuckets);
  if (buckets === undefined) throw new Error(`An operation does not name its rate buckets: ${description}`);
  return [paragraphs.filter((paragraph) => !isAboutBuckets(paragraph)).join('\n\n'), line(buckets)];
}

function firstSentence(text: string): string {
  return line(/^[^]*?\.(?=\s|$)/.exec(text)?.[0] ?? text);
}

function glance({ operationId, creditCost }: OperationDescription, operation: Operation, buckets: string): string {
  const isKeyNeeded = parametersOf(operation).find(({ name }) => name === 'Idempotency-Key')?.required;
  const limits = Object.entries(DEFAULT_LIMITS)
    .filter(([name]) => buckets.includes(`\`${name}\``))
    .map(([name, limit]) => `\`${name}\` ${limit}`);
  const facts = table(
    ['At a glance', ''],
    [
      ['Operation', `\`${operationId}\``],
      ['Price', priceOf(creditCost)],
      ['Rate buckets', `${buckets} Default limits per minute: ${limits.join(', ')}.`],
      ['`Idempotency-Key`', keyRule(isKeyNeeded)],
    ],
  );
  return `<div class="glance">\n\n${facts}\n\n</div>`;
}

function keyRule(isNeeded: boolean | undefined): string {
  if (isNeeded === undefined) return 'Not needed';
  return isNeeded ? 'Required, dry runs included' : 'Required when the request spends';
}

function priceOf(cost: CreditCost | undefined): string {
  if (cost === undefined) return 'Free';
  const prices = Object.entries(cost.defaults).map(([infoType, price]) => `\`${infoType}\` ${price}`);
  return `Free until it reveals. Then, in credits: ${prices.join(', ')}. See [cost](#cost).`;
}

function costSection({ creditCost }: OperationDescription): string | undefined {
  if (creditCost === undefined) return undefined;
  const rows = Object.entries(creditCost.defaults).map(([name, price]) => [
    `\`${name}\``,
    `${price} ${price === 1 ? 'credit' : 'credits'}`,
  ]);
  return blocks(
    '## Cost',
    `The request spends ${line(creditCost.spendsWhen.replace(/^(Always )?/, (always) => (always === '' ? 'when ' : 'always ')))}.`,
    table(['Revealed', 'Default price'], rows),
    creditCost.rules.map((rule) => `- ${line(rule)}`).join('\n'),
  ).trimEnd();
}

function parametersOf(operation: Operation): Parameter[] {
  return (operation.parameters ?? []).map((parameter) => resolve<Parameter>(parameter));
}

function requestHeaders({ requestSchema }: OperationDescription, operation: Operation): string {
  const rows = [
    ['`Authorization`', '_required_. `Bearer` and an API key. See [authentication](/reference#authentication).'],
    ...(requestSchema === undefined ? [] : [['`Content-Type`', '_required_. `application/json`.']]),
    ...parametersOf(operation).map(({ name, required, description }) => [
      `\`${name}\``,
      `${required ? '_required_. ' : ''}${line(description)}`,
    ]),
  ];
  return blocks('### Headers', table(['Header', 'Meaning'], rows)).trimEnd();
}

function requestFields({ requestSchema }: OperationDescription): string {
  if (requestSchema === undefined) return 'The request has no body.';
  return blocks('### Body', fields(fieldList(schemaNamed(requestSchema)))).trimEnd();
}

function requestExamples(described: OperationDescription, operation: Operation): string {
  const examples = examplesOf(operation.requestBody?.content['application/json']);
  const idempotencyKey = parametersOf(operation).find(({ name }) => name === 'Idempotency-Key');
  if (described.requestSchema === undefined)
    return blocks('### Example', requestTabs(described, undefined, false)).trimEnd();
  return blocks(
    '### Examples',
    ...examples.flatMap(({ summary, value }) => {
      const body = value as RequestBody;
      const needsKey = idempotencyKey !== undefined && (idempotencyKey.required || body['maxCredits'] !== undefined);
      return [`#### ${summary}`, requestTabs(described, body, needsKey)];
    }),
  ).trimEnd();
}

function responseSection({ responseSchema }: OperationDescription, operation: Operation): string {
  const response = resolve<Response>(operation.responses['200'] as Response | Reference);
  const schema = schemaNamed(responseSchema);
  const sections = objectSections(schema);
  const results = schema.properties?.['results']?.items;
  return blocks(
    `\`200\`: ${line(response.description)}`,
    '### Fields',
    fields(fieldList(schema, sections)),
    results === undefined ? undefined : resultVariants(resolve<Schema>(results), sections),
    ...sections.flatMap(({ name, schema: object }) => [
      `### The ${wordsOf(name)} object`,
      object.description === undefined ? undefined : prose(object.description),
      fields(fieldList(object, sections)),
    ]),
    '### Response examples',
    tabs(
      examplesOf(response.content['application/json']).map(({ summary, value }) => fence('json', json(value), summary)),
    ),
    '### Response headers',
    headerTable(response.headers ?? {}),
  ).trimEnd();
}

/** One list of fields for each `status` of a result. */
function resultVariants(schema: Schema, sections: readonly ObjectSection[]): string {
  const variants = (schema.oneOf ?? []).map((variant) => resolve<Schema>(variant));
  return blocks(
    '### Results',
    'The `status` of a result says which fields it has.',
    ...variants.flatMap((variant) => [
      `#### ${String(variant.properties?.['status']?.const)} {#status-${String(variant.properties?.['status']?.const)}}`,
      variant.description === undefined ? undefined : prose(variant.description),
      fields(fieldList(variant, sections)),
    ]),
  ).trimEnd();
}

/** Marks a list of fields, so that the theme can lay it out. */
function fields(list: string): string {
  return `<div class="fields">\n\n${list}\n\n</div>`;
}

function headerTable(headers: Readonly<Record<string, Header | Reference>>): string {
  const rows = Object.entries(headers).map(([name, reference]) => {
    const { description, example } = resolve<Header>(reference);
    return [`\`${name}\``, line(description), `\`${String(example)}\``];
  });
  return table(['Header', 'Meaning', 'Example'], rows);
}

function problemTable({ problemCodes }: OperationDescription): string {
  const rows = Object.entries(problemCodes).flatMap(([status, codes]) =>
    codes.map((code) => [status, codeLink(code), line(problemKinds[code].whatHappened), retry(code)]),
  );
  return table(['Status', 'Code', 'What happened', 'Retry'], rows);
}

/** Returns a link to the page of a problem code. */
export function codeLink(code: ProblemCode): string {
  return `[\`${code}\`](/errors/${code})`;
}

function retry(code: ProblemCode): string {
  return problemKinds[code].retryable ? 'yes' : 'no';
}

function examplesOf(mediaType: MediaType | undefined): Example[] {
  return Object.values(mediaType?.examples ?? {}).map((reference) => resolve<Example>(reference));
}

function schemaNamed(name: string): Schema {
  return resolve<Schema>({ $ref: `#/components/schemas/${name}` });
}
