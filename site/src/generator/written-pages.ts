import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, Section } from './page.js';

/** The order of the guides in the navigation. Others follow by name. */
export const GUIDES = [
  'quick-start',
  'batches',
  'spending-safely',
  'idempotency-and-retries',
  'rate-limits',
  'cursors',
  'matching',
  'masks',
] as const;

/** Listed first, below the landing page. */
export const QUICK_START = 'guides/quick-start';

const CLIENTS = ['typescript', 'python'] as const;

/** Reads the pages that people write: guides, clients and the page of examples. */
export function writtenPages(folder: string): Page[] {
  return [
    ...pagesIn(folder, 'guides', 'Guides', GUIDES),
    ...pagesIn(folder, 'clients', 'Clients', CLIENTS),
    ...pagesIn(folder, 'pages', 'Clients', []).map((page) => ({ ...page, path: path.basename(page.path) })),
  ];
}

function pagesIn(folder: string, below: string, section: Section, order: readonly string[]): Page[] {
  const location = path.join(folder, below);
  if (!existsSync(location)) return [];
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return readdirSync(location)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => file.slice(0, -'.md'.length))
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .map((name) => readPage(path.join(location, `${name}.md`), `${below}/${name}`, section));
}

function readPage(file: string, pagePath: string, section: Section): Page {
  const { description, markdown } = withoutFrontMatter(readFileSync(file, 'utf8'));
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`${file} has no heading of the first level`);
  return {
    path: pagePath,
    title: title.replaceAll('`', ''),
    description: description ?? firstParagraph(markdown),
    section: pagePath === QUICK_START ? 'Start' : section,
    markdown: markdown.replaceAll(/\]\((?!https?:|#|\/|mailto:)([^)]+)\)/g, (_link, target: string) => {
      return `](${absolute(target, pagePath)})`;
    }),
  };
}

/** Resolves a link between written pages: `./batches.md#order` is `/guides/batches#order`. */
function absolute(target: string, pagePath: string): string {
  const { pathname, hash } = new URL(target, `https://site.invalid/${pagePath}`);
  return pathname.replace(/\.(md|html)$/, '') + hash;
}

function withoutFrontMatter(text: string): { description: string | undefined; markdown: string } {
  const frontMatter = /^---\n([^]*?)\n---\n/.exec(text);
  const description = /^description: *['"]?(.+?)['"]?$/m.exec(frontMatter?.[1] ?? '')?.[1];
  return { description, markdown: text.slice(frontMatter?.[0].length ?? 0).trimStart() };
}

/** Returns the first sentence of a page, without its markup. */
function firstParagraph(markdown: string): string {
  const paragraph = markdown
    .split(/\n\s*\n/)
    .map((each) => each.trim())
    .find((each) => /^[A-Za-z`*[]/.test(each));
  const text = (paragraph ?? '').replaceAll(/\s+/g, ' ').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1');
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}
