import { documentFor } from '@prospecting/openapi';
import { DomainError } from '@prospecting/platform/errors';
import { createResource, sendResource, type Resource } from '@prospecting/platform/http';
import { docsPathOf, NOT_FOUND_PAGE, openSite } from '@prospecting/site';
import { pathOf } from '../http/request-path.js';
import type { Exchange, Middleware } from '../middleware/exchange.js';

export interface PageOptions {
  /** `{base_url}`: absolute, ends in the base path. */
  readonly baseUrl: string;
  /** `{docs_url}`: absolute, without a trailing slash. */
  readonly docsUrl: string;
}

const SECURITY_HEADERS = {
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
};

const METHODS = ['GET', 'HEAD'];

/** Everything that is served without a key. */
interface Pages {
  readonly byPath: ReadonlyMap<string, Resource>;
  /** What a browser sees below `{docs_url}` when there is no such page. */
  readonly notFound: Resource | undefined;
  /** True when `/` leads to `{docs_url}`. */
  readonly hasEntrance: boolean;
  /** `{docs_url}` as a path with a trailing slash; undefined when another origin serves it. */
  readonly docsFolder: string | undefined;
}

/**
 * Serves the public pages: the OpenAPI document, and the reference when it has the origin of the
 * API. Passes other requests inside the base path on to the API, and answers 404 to the rest.
 */
export function servePages(options: PageOptions & { readonly basePath: string }): Middleware {
  const pages = createPages(options);
  return async (ctx, next) => {
    const path = pathOf(ctx.req.url ?? '');
    const resource = pages.byPath.get(path);
    if (resource !== undefined) {
      beginPage(ctx, path);
      await sendResource(ctx, resource);
    } else if (path === '/' && pages.hasEntrance) {
      beginPage(ctx, path);
      ctx.set({ ...SECURITY_HEADERS, 'Cache-Control': 'public, max-age=300' });
      ctx.redirect(options.docsUrl);
    } else if (path === options.basePath || path.startsWith(`${options.basePath}/`)) {
      await next();
    } else if (isReader(ctx) && pages.notFound !== undefined && path.startsWith(pages.docsFolder ?? ' ')) {
      ctx.state.errorCode = 'not_found';
      await sendResource(ctx, pages.notFound, 404);
    } else {
      throw new DomainError('not_found', { detail: 'There is no such path.' });
    }
  };
}

/** Renders every public page by its path. */
export function createPages({ baseUrl, docsUrl }: PageOptions): Pages {
  const base = new URL(baseUrl);
  const documentPath = `${base.pathname}/openapi.json`;
  const document = createResource({
    contentType: 'application/json',
    cacheControl: 'public, max-age=300',
    isCompressible: true,
    load: async () => Buffer.from(JSON.stringify(documentFor({ baseUrl }))),
  });
  if (new URL(docsUrl).origin !== base.origin)
    return {
      byPath: new Map([[documentPath, document]]),
      notFound: undefined,
      hasEntrance: false,
      docsFolder: undefined,
    };
  const site = openSite({ baseUrl, docsUrl });
  const docsFolder = `${docsPathOf(docsUrl)}/`;
  const notFound = site.get(docsFolder + NOT_FOUND_PAGE);
  const byPath = new Map([...site, [documentPath, document] as const]);
  byPath.delete(docsFolder + NOT_FOUND_PAGE);
  return { byPath, notFound, hasEntrance: !byPath.has('/'), docsFolder };
}

/** Returns true for a browser's request for a page. Programs get a problem. */
function isReader(ctx: Exchange): boolean {
  return METHODS.includes(ctx.method) && (ctx.req.headers.accept ?? '').includes('text/html');
}

function beginPage(ctx: Exchange, path: string): void {
  ctx.state.routePath = path;
  if (METHODS.includes(ctx.method)) return;
  throw new DomainError('method_not_allowed', {
    detail: 'This page can only be read.',
    members: { allow: METHODS.join(', ') },
  });
}
