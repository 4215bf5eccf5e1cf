import { DEFAULT_LIMITS, operations } from '@prospecting/openapi';
import { contract, type Header } from '@prospecting/openapi/document';
import { BASE_URL } from '../placeholders.js';
import { operationPath } from './operation-page.js';
import { requestTabs } from './examples.js';
import { QUICK_START } from './written-pages.js';
import { blocks, LANDING, line, prose, table, type Page } from './page.js';

/** Returns the landing page: one request that works, and where to go from there. */
export function landingPage(pages: readonly Page[]): Page {
  const quickStart = pages.find(({ path }) => path === QUICK_START);
  const cards = pages.filter(({ section }) => section === 'Guides');
  const { title, summary } = contract.info;
  return {
    path: LANDING,
    title,
    description: summary,
    section: 'Start',
    markdown: blocks(
      `# ${title}`,
      `<div class="lead">\n\n${prose(summary)} Everything except revealing is free, every price can be quoted before ` +
        'it is paid, and no request costs more than you allow.\n\n</div>',
      quickStart === undefined
        ? undefined
        : `<div class="actions">\n\n[Quick start](/${quickStart.path})\n[Reference](/reference)\n\n</div>`,
      '## Your first request',
      'An API key comes from an admin of your account. Put it into `PROSPECTING_API_KEY`, and ask for your credits. It is free.',
      requestTabs(operations.get_credits, undefined, false),
      '## Operations',
      operationTable(),
      ...(cards.length === 0
        ? []
        : [
            '## Guides',
            `<div class="cards">\n\n${cards.map(({ path, title: name, description }) => `- **[${name}](/${path})**\n  ${description}`).join('\n')}\n\n</div>`,
          ]),
      '## For machines',
      `- [OpenAPI document](${BASE_URL}/openapi.json): the contract, for generators and validators.\n` +
        '- [llms.txt](/llms.txt) and [llms-full.txt](/llms-full.txt): this site for language models. ' +
        'Every page is also Markdown: add `.md` to its address (`index.md` for this one).',
    ),
  };
}

/** Returns the page with everything that holds for all operations. */
export function referencePage(): Page {
  const { info, components } = contract;
  const limits = Object.entries(DEFAULT_LIMITS).map(([name, limit]) => [`\`${name}\``, String(limit)]);
  const headers = (contract.components as unknown as { headers: Record<string, Header> }).headers;
  return {
    path: 'reference',
    title: 'Reference',
    description: 'The base address, authentication, and what holds for every operation.',
    section: 'Reference',
    markdown: blocks(
      '# Reference',
      `The base address is \`${BASE_URL}\`. Paths are relative to it. The [OpenAPI document](${BASE_URL}/openapi.json) ` +
        'describes the same as these pages, for machines.',
      operationTable(),
      '## Authentication',
      '`Authorization: Bearer <API_KEY>`',
      prose(components.securitySchemes.apiKey.description),
      ...sectionsOf(info.description),
      '### Default limits per minute',
      table(['Bucket', 'Requests'], limits),
      '## Response headers',
      table(
        ['Header', 'Meaning', 'Example'],
        Object.entries(headers).map(([name, { description, example }]) => [
          `\`${name}\``,
          line(description),
          `\`${String(example)}\``,
        ]),
      ),
    ),
  };
}

/** Turns the paragraphs of the document's description that begin with a bold word into sections. */
function sectionsOf(description: string): string[] {
  const paragraphs = description.trim().split(/\n\s*\n/);
  // Rate limits come last: the table of limits follows them.
  const isLimits = (paragraph: string): boolean => paragraph.startsWith('**Rate limits.**');
  const ordered = [...paragraphs.filter((each) => !isLimits(each)), ...paragraphs.filter(isLimits)];
  return ordered.flatMap((paragraph) => {
    const heading = /^\*\*([^*]+)\.\*\*\s*/.exec(paragraph);
    if (heading === null) return [];
    return [`## ${heading[1]}`, prose(paragraph.slice(heading[0].length))];
  });
}

function operationTable(): string {
  const rows = Object.values(operations).map(({ operationId, method, path, creditCost }) => [
    `[${contract.paths[path]?.[method === 'GET' ? 'get' : 'post']?.summary}](/${operationPath(operationId)})`,
    `\`${method} ${path}\``,
    creditCost === undefined ? 'free' : pricesOf(creditCost.defaults),
  ]);
  return `<div class="operations">\n\n${table(['Operation', 'Endpoint', 'Price in credits'], rows)}\n\n</div>`;
}

function pricesOf(defaults: Readonly<Record<string, number>>): string {
  const prices = Object.entries(defaults).map(([infoType, price]) => `${infoType} ${price}`);
  return prices.join(', ');
}
