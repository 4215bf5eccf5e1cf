import { expect } from 'chai';
import { openSite } from './open-site.js';
import type { Resource } from '@prospecting/platform/http';

const ADDRESSES = { baseUrl: 'https://api.example.com/external/v1', docsUrl: 'https://api.example.com/docs' };

describe('the built site', () => {
  const site = openSite(ADDRESSES);
  const textOf = async (resource: Resource): Promise<string> => (await resource.read('identity')).body.toString('utf8');
  const htmlPages = [...site].filter(([, { contentType }]) => contentType.startsWith('text/html'));

  it('links only to files and headings that it has', async () => {
    const markups = new Map<string, string>();
    for (const [path, resource] of htmlPages) markups.set(path, await textOf(resource));
    const dead: string[] = [];
    for (const [path, markup] of markups) {
      for (const [, target = ''] of markup.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (/^(https:\/\/|mailto:|data:)/.test(target)) continue;
        const [file = '', anchor] = target.replaceAll('&amp;', '&').split('#');
        const linked = file === '' ? path : file;
        const hasAnchor = anchor === undefined || anchor === '' || markups.get(linked)?.includes(`id="${anchor}"`);
        if (!site.has(linked) || hasAnchor !== true) dead.push(`${path} → ${target}`);
      }
    }
    expect(dead).to.deep.equal([]);
  });

  it('loads nothing from another origin', async () => {
    for (const [path, resource] of site) {
      if (!resource.isCompressible) continue;
      const text = await textOf(resource);
      if (path.endsWith('.css')) expect(text, path).not.to.match(/url\(["']?(https?:)?\/\/|@import/);
      if (!resource.contentType.startsWith('text/html')) continue;
      expect(text, path).not.to.match(/<(script|img|iframe|link)[^>]+(src|href)="(https?:)?\/\//);
    }
  });

  it('has the Markdown of every page', () => {
    for (const [path] of htmlPages) {
      if (path === '/docs/404') continue;
      const markdown = path === '/docs' || path === '/docs/' ? '/docs/index.md' : `${path}.md`;
      expect(site.has(markdown), markdown).to.equal(true);
    }
  });

  it('lists every page in llms.txt, at an address that it has', async () => {
    const list = await textOf(site.get('/docs/llms.txt')!);
    const listed = [...list.matchAll(/\]\(https:\/\/api\.example\.com(\/[^)]*)\)/g)].map(([, path]) => path);
    const pages = [...site.keys()].filter((path) => path.endsWith('.md'));
    expect(listed).to.have.members(pages);
  });

  it('reads nothing before it is asked for, and compresses once', async () => {
    const fresh = openSite(ADDRESSES);
    const page = fresh.get('/docs/reference/match-people')!;
    expect(await page.read('br')).to.equal(await page.read('br'));
    expect((await page.read('gzip')).etag).not.to.equal((await page.read('br')).etag);
  });

  it('is not served when it is not built', () => {
    expect(() => openSite(ADDRESSES, '/nowhere')).to.throw('npm run build');
  });
});
