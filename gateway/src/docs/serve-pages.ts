import { createHash } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import { pathOf } from '../http/request-path.js';
import type { Middleware } from '../middleware/exchange.js';
import { createPages, type Page, type PageOptions } from './pages.js';

/** Pages are text and style: nothing runs, nothing is fetched, nobody frames them. */
const SECURITY_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

const METHODS = ['GET', 'HEAD'];

/**
 * Serves the public pages, and answers 404 for whatever else lies outside the base path; what lies inside goes on to the API.
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
        detail: 'This page can be read alone.',
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
