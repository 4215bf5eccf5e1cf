import { createHash } from 'node:crypto';
import { documentFor, PROBLEM_CODES, renderErrorIndex, renderErrorPage, renderReference } from '@prospecting/openapi';
import { DomainError } from '@prospecting/platform/errors';
import { pathOf } from '../http/request-path.js';
import type { Middleware } from '../middleware/exchange.js';

/** A page that needs no key. */
export interface Page {
  readonly contentType: string;
  readonly text: string;
}

export interface PageOptions {
  /** `{base_url}`: absolute, ends in the base path. */
  readonly baseUrl: string;
  /** `{docs_url}`: absolute, without a trailing slash. */
  readonly docsUrl: string;
}

/** Pages are text and style only. They run and fetch nothing, and no site may frame them. */
const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

const METHODS = ['GET', 'HEAD'];

/**
 * Serves the public pages. Passes other requests inside the base path on to the API, and answers
 * 404 to the rest.
 */
export function servePages(options: PageOptions & { readonly basePath: string }): Middleware {
  const pages = new Map([...createPages(options)].map(([path, page]) => [path, { ...page, etag: etagOf(page) }]));
  return async (ctx, next) => {
    const path = pathOf(ctx.req.url ?? '');
    const page = pages.get(path);
    if (page === undefined) {
      const isInside = path === options.basePath || path.startsWith(`${options.basePath}/`);
      if (!isInside) throw new DomainError('not_found', { detail: 'There is no such path.' });
      await next();
      return;
    }
    ctx.state.routePath = path;
    if (!METHODS.includes(ctx.method)) {
      throw new DomainError('method_not_allowed', {
        detail: 'This page can only be read.',
        members: { allow: METHODS.join(', ') },
      });
    }
    ctx.set({ ...SECURITY_HEADERS, 'Cache-Control': 'public, max-age=300', ETag: page.etag });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.set('Content-Type', page.contentType);
    ctx.body = page.text;
  };
}

function etagOf({ text }: Page): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

const HTML = 'text/html; charset=utf-8';

/**
 * Renders every public page by its path: the OpenAPI document, and the reference when it has the
 * origin of the API.
 */
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
