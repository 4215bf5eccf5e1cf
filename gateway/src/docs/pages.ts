import { documentFor, PROBLEM_CODES, renderErrorIndex, renderErrorPage, renderReference } from '@prospecting/openapi';

/** What anyone may read without a key. */
export interface Page {
  readonly contentType: string;
  readonly text: string;
}

export interface PageOptions {
  /** `{base_url}`: absolute, ends in the base path. */
  readonly baseUrl: string;
  /** `{docs_url}`: absolute, without a slash at its end. */
  readonly docsUrl: string;
}

const HTML = 'text/html; charset=utf-8';

/** Every public page by its path, made once: the OpenAPI document, and the reference where the gateway is the one to serve it. */
export function createPages({ baseUrl, docsUrl }: PageOptions): ReadonlyMap<string, Page> {
  const base = new URL(baseUrl);
  const docs = new URL(docsUrl);
  const document: Page = { contentType: 'application/json', text: JSON.stringify(documentFor({ baseUrl })) };
  const pages = new Map([[`${base.pathname}/openapi.json`, document]]);
  if (docs.origin !== base.origin) return pages;
  const add = (path: string, text: string): void => void pages.set(docs.pathname + path, { contentType: HTML, text });
  add('', renderReference({ baseUrl, docsUrl }));
  add('/errors', renderErrorIndex(docsUrl));
  for (const code of PROBLEM_CODES) add(`/errors/${code}`, renderErrorPage(code, docsUrl) ?? '');
  return pages;
}
