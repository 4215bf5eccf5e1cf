import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DomainError } from '@prospecting/platform/errors';
import { createResource, sendResource, type Resource } from '@prospecting/platform/http';
import type { Middleware } from 'koa';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const COMPRESSED = new Set(['.ico', '.png', '.woff2']);
const ENTRANCE = '/index.html';
/** Files whose name contains a hash of their content. */
const ASSETS = '/assets/';

/** Nothing inline and nothing from elsewhere, so that a text which becomes markup can do nothing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the built console: its files, and its entrance for the path of every page. Throws when the
 * folder has no entrance.
 */
export function serveConsole(folder: string): Middleware {
  const files = openFolder(folder);
  const entrance = files.get(ENTRANCE);
  if (entrance === undefined)
    throw new Error(`the console is not built: ${folder} has no index.html. Run \`npm run build\`.`);
  return async (context) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      const members = { allow: 'GET, HEAD' };
      throw new DomainError('method_not_allowed', { detail: 'This page can only be read.', members });
    }
    const file = files.get(context.path);
    // A missing file is not a page: a browser would run the entrance as a script.
    if (file === undefined && context.path.startsWith(ASSETS))
      throw new DomainError('not_found', { detail: 'There is no such file.' });
    await sendResource(context, file ?? entrance);
  };
}

function openFolder(folder: string): ReadonlyMap<string, Resource> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const location = path.join(entry.parentPath, entry.name);
      const place = `/${path.relative(folder, location).replaceAll(path.sep, '/')}`;
      const extension = path.extname(entry.name);
      const resource = createResource({
        contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
        cacheControl: place.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
        isCompressible: !COMPRESSED.has(extension),
        policyOf: () => POLICY,
        load: () => readFile(location),
      });
      return [place, resource] as const;
    }),
  );
}
