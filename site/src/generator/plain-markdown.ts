import { contract } from '@prospecting/openapi/document';
import { BASE_URL, DOCS_PATH, ORIGIN } from '../placeholders.js';
import { LANDING, markdownAddress, SECTIONS, type Page } from './page.js';

/** Returns a page as Markdown that any reader understands: without containers, with whole addresses. */
export function plainMarkdown({ markdown }: Page): string {
  let isInCode = false;
  const lines = markdown.split('\n').flatMap((each) => {
    const fence = /^(\s*```)(\w*)(?: \[([^\]]+)\])?.*$/.exec(each);
    if (fence !== null) {
      isInCode = !isInCode;
      const label = fence[3];
      return label === undefined ? [each] : [`${label}:`, '', `${fence[1]}${fence[2]}`];
    }
    return isInCode ? [each] : plainLine(each);
  });
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

function plainLine(text: string): string[] {
  if (/^<\/?div\b[^>]*>$/.test(text)) return [];
  const container = /^:{3,} *(\w[\w-]*)? *(.*)$/.exec(text);
  if (container !== null) return container[2] === undefined || container[2] === '' ? [] : [`**${container[2]}**`];
  return [
    text
      .replace(/^(#{1,6} .*?) \{#[\w-]+\}$/, '$1')
      .replaceAll(/\]\((\/[^)#]*)(#[^)]*)?\)/g, (_link, target: string, hash = '') => {
        return `](${wholeAddress(target)}${String(hash)})`;
      })
      .replaceAll('&lt;', '<')
      .replaceAll('&#123;', '{'),
  ];
}

function wholeAddress(target: string): string {
  const path = target.slice(1);
  return /\.\w+$/.test(path) ? `${ORIGIN}${DOCS_PATH}${path}` : markdownAddress(path === '' ? LANDING : path);
}

/** Returns llms.txt: what the site has, with a link to the Markdown of every page. */
export function llmsText(pages: readonly Page[]): string {
  const lists = SECTIONS.map((section) => {
    const entries = pages
      .filter((page) => page.section === section)
      .map(({ path, title, description }) => `- [${title}](${markdownAddress(path)}): ${plainLine(description)[0]}`);
    return entries.length === 0 ? '' : `## ${section}\n\n${entries.join('\n')}\n`;
  });
  const { title, summary } = contract.info;
  return [
    `# ${title}`,
    `> ${summary}`,
    `The base address is ${BASE_URL}. The OpenAPI document is at ${BASE_URL}/openapi.json. All pages in one file: ` +
      `${ORIGIN}${DOCS_PATH}llms-full.txt`,
    ...lists.filter((list) => list !== ''),
  ].join('\n\n');
}

/** Returns llms-full.txt: every page, one after the other. */
export function llmsFullText(pages: readonly Page[]): string {
  return pages.map((page) => `<!-- ${markdownAddress(page.path)} -->\n\n${plainMarkdown(page)}`).join('\n');
}
