import { DOCS_PATH, ORIGIN } from '../placeholders.js';

/** A page of the site as Markdown for VitePress. */
export interface Page {
  /** Path below `{docs_url}` without a slash at either end: `errors/rate_limited`. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for search engines and llms.txt. */
  readonly description: string;
  /** The section of the navigation and of llms.txt. */
  readonly section: Section;
  /** Markdown with its h1, without front matter. Links to other pages are `/path#anchor`. */
  readonly markdown: string;
}

export const SECTIONS = ['Start', 'Guides', 'Reference', 'Clients', 'Errors'] as const;
export type Section = (typeof SECTIONS)[number];

/** Path of the landing page. */
export const LANDING = 'index';

/** Escapes what Markdown and Vue would read as markup, except in code spans. */
export function prose(text: string): string {
  return text
    .trim()
    .split(/(`[^`]*`)/)
    .map((piece) => (piece.startsWith('`') ? piece : piece.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');
}

/** Returns prose on one line, for a cell of a table or an entry of a list. */
export function line(text: string): string {
  return prose(text).replaceAll(/\s*\n\s*/g, ' ');
}

/** Returns a Markdown table. Escapes the separators in its cells. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

/** Returns a fenced block of code. */
export function fence(language: string, code: string, label?: string): string {
  return `\`\`\`${language}${label === undefined ? '' : ` [${label}]`}\n${code.trimEnd()}\n\`\`\``;
}

/** Returns blocks of code as tabs. */
export function tabs(fences: readonly string[]): string {
  return [`::: code-group`, '', fences.join('\n\n'), '', ':::'].join('\n');
}

export function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Joins blocks with an empty line. Leaves out what is undefined. */
export function blocks(...parts: readonly (string | undefined)[]): string {
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

/** The address of the Markdown of a page. */
export function markdownAddress(path: string): string {
  return `${ORIGIN}${DOCS_PATH}${path}.md`;
}
