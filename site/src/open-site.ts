import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BASE_URL, DOCS_PATH, ORIGIN, REVISION } from './placeholders.js';
import { createResource, type Resource } from '@prospecting/platform/http';

export interface SiteAddresses {
  /** `{base_url}`: absolute, ends in `/external/v1`. */
  readonly baseUrl: string;
  /** `{docs_url}`: absolute, at the same origin, without a trailing slash. */
  readonly docsUrl: string;
}

const BUILT = fileURLToPath(new URL('../build/site/', import.meta.url));

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const FONT = '.woff2';

/** What the path of `{docs_url}` may consist of, so that it is the same text in HTML, CSS and scripts. */
const PLAIN_PATH = /^(\/[\w.~-]+)*$/;

/** Returns the path of `{docs_url}` without a trailing slash: empty for the root. */
export function docsPathOf(docsUrl: string): string {
  const docsPath = new URL(docsUrl).pathname.replace(/\/+$/, '');
  if (PLAIN_PATH.test(docsPath)) return docsPath;
  throw new Error(`the path of the docs URL may have only letters, digits and -._~: ${docsPath}`);
}

/**
 * Returns the files of the built site by the path at which one installation serves them. Nothing is
 * read before it is asked for. Throws when the site is not built.
 */
export function openSite(addresses: SiteAddresses, folder: string = BUILT): ReadonlyMap<string, Resource> {
  if (!existsSync(path.join(folder, 'index.html')))
    throw new Error(`the reference is not built: ${folder} has no index.html. Run \`npm run build\`.`);
  const docsPath = docsPathOf(addresses.docsUrl);
  const replace = replacement(addresses, docsPath);
  const site = new Map<string, Resource>();
  for (const file of filesBelow(folder)) {
    const resource = resourceOf(path.join(folder, file), file, replace);
    for (const place of placesOf(file)) site.set(replace(`${docsPath}/${place}`), resource);
  }
  const landing = site.get(`${docsPath}/`);
  if (landing !== undefined && docsPath !== '') site.set(docsPath, landing);
  return site;
}

/** The page for a path that the site does not have. */
export const NOT_FOUND_PAGE = '404';

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
}

/** Returns where a file is served: pages without their extension, the landing page at the root. */
function placesOf(file: string): string[] {
  if (file === 'index.html') return [''];
  return [file.replace(/\.html$/, '')];
}

function resourceOf(location: string, file: string, replace: (text: string) => string): Resource {
  const extension = path.extname(file);
  const contentType = CONTENT_TYPES[extension];
  if (contentType === undefined) throw new Error(`the site has a file of an unknown type: ${file}`);
  const isFont = extension === FONT;
  return createResource({
    contentType,
    // The name of an asset changes with its content and with the addresses.
    cacheControl: file.includes(REVISION) ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
    isCompressible: !isFont,
    load: async () => {
      const content = await readFile(location);
      return isFont ? content : Buffer.from(replace(content.toString('utf8')));
    },
  });
}

/** Returns the function that puts the addresses of an installation in place of the placeholders. */
function replacement({ baseUrl, docsUrl }: SiteAddresses, docsPath: string): (text: string) => string {
  const revision = createHash('sha256').update(`${baseUrl}\0${docsUrl}`).digest('hex').slice(0, 8);
  return (text) =>
    text
      .replaceAll(BASE_URL, baseUrl)
      .replaceAll(ORIGIN, new URL(docsUrl).origin)
      .replaceAll(DOCS_PATH, `${docsPath}/`)
      .replaceAll(REVISION, revision);
}
