import { fileURLToPath } from 'node:url';
import {
  DEFAULT_LIMITS,
  isProblemCode,
  ITEM_ERRORS,
  operations,
  PROBLEM_CODES,
  problemKinds,
  REASONS,
} from '@prospecting/openapi';
import { contract, resolve, type Schema } from '@prospecting/openapi/document';
import { expect } from 'chai';
import { BASE_URL } from '../placeholders.js';
import { methodName } from './examples.js';
import { operationPath } from './operation-page.js';
import type { Page } from './page.js';
import { allPages } from './pages.js';
import { llmsFullText, llmsText, plainMarkdown } from './plain-markdown.js';
import { GUIDES } from './written-pages.js';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

const pages = allPages(FOLDER);
const pageAt = (path: string): Page => {
  const page = pages.find((each) => each.path === path);
  if (page === undefined) throw new Error(`There is no page ${path}`);
  return page;
};
const described = Object.values(operations);

/** The names of all fields below a schema, nested ones included. */
function fieldsOf(schema: Schema, found = new Set<string>()): Set<string> {
  const target = resolve<Schema>(schema);
  for (const part of [target.items, ...(target.oneOf ?? [])]) if (part !== undefined) fieldsOf(part, found);
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    found.add(name);
    fieldsOf(property, found);
  }
  return found;
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```[^]*?^```$/gm, '');
}

describe('pages of operations', () => {
  it('exist for every operation of the contract', () => {
    expect(pages.filter(({ section }) => section === 'Reference').map(({ path }) => path)).to.have.members([
      'reference',
      ...described.map(({ operationId }) => operationPath(operationId)),
    ]);
  });

  for (const operation of described) {
    const { operationId, method, path, creditCost, requestSchema, responseSchema, problemCodes } = operation;
    describe(operationId, () => {
      const { markdown } = pageAt(operationPath(operationId));

      it('names its address, price and rate buckets', () => {
        expect(markdown).to.include(`**${method}** \`${BASE_URL}${path}\``);
        for (const [name, price] of Object.entries(creditCost?.defaults ?? {}))
          expect(markdown).to.include(`\`${name}\` ${price}`);
        for (const rule of creditCost?.rules ?? []) expect(markdown).to.include(rule.slice(0, 40));
        if (creditCost === undefined) expect(markdown).to.include('| Price | Free |');
        expect(markdown).to.match(new RegExp(`Rate buckets.*\`overall\` ${DEFAULT_LIMITS.overall}`));
      });

      it('lists every field of the request and of the response, with its meaning', () => {
        for (const name of [requestSchema, responseSchema]) {
          if (name === undefined) continue;
          for (const field of fieldsOf({ $ref: `#/components/schemas/${name}` }))
            expect(markdown, field).to.include(`**\`${field}\`**`);
        }
      });

      it('links every problem that it can answer with', () => {
        const codes = Object.values(problemCodes).flat();
        expect(codes.length).to.be.greaterThan(5);
        for (const code of codes) expect(markdown).to.include(`[\`${code}\`](/errors/${code})`);
      });

      it('has each request example in curl, TypeScript and Python', () => {
        const examples = Object.keys(
          contract.paths[path]?.[method === 'GET' ? 'get' : 'post']?.requestBody?.content['application/json']
            ?.examples ?? { none: 0 },
        ).length;
        const occurrences = (text: string): number => markdown.split(text).length - 1;
        expect(occurrences('```bash [curl]')).to.equal(examples);
        expect(occurrences(`curl -s ${BASE_URL}${path}`)).to.equal(examples);
        expect(occurrences(`await prospecting.${methodName(operationId)}(`)).to.equal(examples);
        expect(occurrences(`client.${operationId}(`)).to.equal(examples);
      });

      it('lists the headers of its response', () => {
        const response = contract.paths[path]?.[method === 'GET' ? 'get' : 'post']?.responses['200'];
        for (const name of Object.keys((response as { headers: object }).headers))
          expect(markdown).to.include(`\`${name}\``);
      });
    });
  }

  it('state types, bounds, defaults and what is required', () => {
    const { markdown } = pageAt('reference/match-organization-contacts');
    expect(markdown).to.include('- **`items`** array of object, 1 to 25 · _required_');
    expect(markdown).to.include('- **`limit`** integer, 1 to 50, default `20`');
    expect(markdown).to.include('  - **`countryCode`** `"SE"` or `"NO"` or `"DK"` or `"FI"`');
    expect(markdown).to.include('  - **`ref`** string, at most 255 characters');
    expect(markdown).to.include('- **`contacts`** array of [contact](#the-contact-object), at most 50 · _required_');
  });

  it('send an Idempotency-Key exactly where the request spends, or the operation always needs it', () => {
    const { markdown } = pageAt('reference/match-people');
    const commands = [...markdown.matchAll(/```bash \[curl\]\n([^]*?)```/g)].map(([, command = '']) => command);
    for (const command of commands)
      expect(command.includes('Idempotency-Key')).to.equal(command.includes('"maxCredits"'), command);
    const reveals = pageAt('reference/reveal-contacts').markdown;
    expect(reveals.split('-H "Idempotency-Key: $IDEMPOTENCY_KEY"').length).to.equal(
      reveals.split('```bash [curl]').length,
    );
  });
});

describe('pages of errors', () => {
  for (const code of PROBLEM_CODES) {
    it(`explain ${code}: what happened, what to do, and an example`, () => {
      const { markdown } = pageAt(`errors/${code}`);
      const { status, title, whatHappened, example, members } = problemKinds[code];
      for (const part of [
        `# ${title}`,
        `| HTTP status | ${status} |`,
        '## What happened',
        '## What to do',
        '## Example',
      ])
        expect(markdown).to.include(part);
      expect(markdown.replaceAll(/\s+/g, ' ')).to.include(whatHappened.trim().replaceAll(/\s+/g, ' ').slice(0, 30));
      expect(markdown).to.include(JSON.stringify(example.detail).slice(1, -1));
      for (const member of members) expect(markdown).to.include(`| \`${member}\` |`);
    });
  }

  it('are listed, with the errors of items and the reasons', () => {
    const { markdown } = pageAt('errors');
    for (const code of PROBLEM_CODES) expect(markdown).to.include(`(/errors/${code})`);
    for (const value of [...ITEM_ERRORS, ...REASONS]) expect(markdown).to.include(`| \`${value}\` |`);
  });

  it('name only operations that answer with the code', () => {
    expect(pageAt('errors/insufficient_credits').markdown).not.to.include('/reference/get-credits');
    expect(pageAt('errors/rate_limited').markdown).to.include('/reference/get-credits');
  });
});

describe('every page', () => {
  it('links only to pages that exist', () => {
    const known = new Set(['/', '/llms.txt', '/llms-full.txt', ...pages.map(({ path }) => `/${path}`)]);
    const dead = pages.flatMap(({ path, markdown }) =>
      [...withoutCode(markdown).matchAll(/\]\((\/[^)#]*)/g)]
        .filter(([, target = '']) => !known.has(target))
        .map(([, target]) => `${path} → ${target}`),
    );
    expect(dead).to.deep.equal([]);
  });

  it('is at a path of its own, with a title and a description of one line', () => {
    expect(new Set(pages.map(({ path }) => path)).size).to.equal(pages.length);
    for (const { path, title, description, markdown } of pages) {
      expect(title, path).to.match(/^\S.*\S$/);
      expect(description, path).to.match(/^\S[^\n]*\.$/);
      expect(markdown.match(/^# /gm)?.length, path).to.be.at.least(1);
    }
  });

  it('is Markdown without containers, HTML or relative addresses in its .md', () => {
    for (const page of pages) {
      const text = withoutCode(plainMarkdown(page));
      expect(text, page.path).not.to.match(/^:::|<div|<\/div|\{#/m);
      expect(text, page.path).not.to.match(/\]\((?!https:\/\/|#|mailto:)/);
    }
  });

  it('is in llms.txt and in llms-full.txt', () => {
    const [list, full] = [llmsText(pages), llmsFullText(pages)];
    for (const { path, title } of pages) {
      expect(list).to.include(`/__docs__/${path}.md)`);
      expect(full).to.include(`# ${title.replace(/ \(\w+\)$/, '')}`);
    }
    expect(list).to.match(/^# .+\n\n> .+\n/);
  });
});

describe('the guides', () => {
  it('are all there, in the order of a reader', () => {
    const guides = pages.map(({ path }) => path).filter((path) => path.startsWith('guides/'));
    expect(guides).to.deep.equal(GUIDES.map((name) => `guides/${name}`));
  });

  it('name only problem codes that exist', () => {
    for (const { path, markdown } of pages)
      for (const [, code] of markdown.matchAll(/\/errors\/(\w+)/g)) expect(isProblemCode(code), path).to.equal(true);
  });
});
