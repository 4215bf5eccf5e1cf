import { createHash } from 'node:crypto';
import { request, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PROBLEM_CODES } from '@prospecting/openapi';
import { expect } from 'chai';
import { openTestGateway, send, type TestGateway } from '#testing/gateway.js';
import { createPages } from './serve-pages.js';

const BASE_URL = 'https://api.example.com/external/v1';
const decode = (body: Buffer, encoding: string | undefined): Buffer => {
  if (encoding === undefined) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
};

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('public pages', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());

  interface RawAnswer {
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
    readonly body: Buffer;
  }

  /** Sends exactly these headers and this path, and decodes nothing. */
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<RawAnswer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(gateway.origin);
      const sent = request({ hostname, port, path, method, headers, agent: false }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
        answer.on('error', reject);
      });
      sent.on('error', reject).end();
    });

  const pages = (docsUrl = 'https://api.example.com/docs') => createPages({ baseUrl: BASE_URL, docsUrl });
  const pathsOf = (docsUrl?: string): string[] => [...pages(docsUrl).byPath.keys()];
  const assetPath = (): string => pathsOf().find((path) => /\/app\.[\w-]+\.js$/.test(path)) ?? '';

  it('[7] explain every problem code at the URL of its type', async () => {
    for (const code of PROBLEM_CODES) {
      const answer = await send(`${gateway.origin}/docs/errors/${code}`, 'GET');
      expect(answer.status, code).to.equal(200);
      expect(answer.text).to.include(`<code>${code}</code>`);
    }
    const problem = await send(`${gateway.origin}/external/v1/credits`, 'GET');
    expect(problem.body.type).to.equal('https://api.example.com/docs/errors/invalid_api_key');
  });

  it('lead from / to the reference', async () => {
    const answer = await raw('/');
    expect([answer.status, answer.headers.location]).to.deep.equal([302, 'https://api.example.com/docs']);
    expect((await raw('/', {}, 'POST')).status).to.equal(405);
    for (const path of ['/docs', '/docs/']) expect((await raw(path)).body.toString()).to.include('/people/match');
  });

  it('have Markdown at the same path with .md, and llms.txt', async () => {
    for (const path of ['/docs/index.md', '/docs/reference/match-people.md', '/docs/errors/rate_limited.md']) {
      const answer = await raw(path);
      expect(answer.headers['content-type'], path).to.equal('text/markdown; charset=utf-8');
      expect(answer.body.toString()).to.match(/^# /);
    }
    const { headers, body } = await raw('/docs/llms.txt');
    expect(headers['content-type']).to.equal('text/plain; charset=utf-8');
    expect(body.toString()).to.include('https://api.example.com/docs/reference/match-people.md');
  });

  it('contain the addresses of the installation and no placeholder', async () => {
    for (const [path, resource] of pages('https://api.example.com/help/api').byPath) {
      if (!resource.isCompressible) continue;
      const text = (await resource.read('identity')).body.toString('utf8');
      expect(text, path).not.to.match(/base-url\.invalid|\/__docs__|__revision__/);
      if (path.startsWith('/help/api/reference/') && path.endsWith('.md')) {
        expect(text, path).to.include(BASE_URL).and.to.include('https://api.example.com/help/api/errors');
      }
    }
  });

  it('may run only their own scripts: the policy has the hash of each inline script, and of nothing else', async () => {
    let scripts = 0;
    for (const [path, resource] of pages().byPath) {
      if (!resource.contentType.startsWith('text/html')) continue;
      const { body, securityPolicy } = await resource.read('identity');
      const inline = [...body.toString().matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
        .filter(([, attributes = '']) => !attributes.includes('src='))
        .map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      scripts += inline.length;
      const directives = new Map(
        securityPolicy.split('; ').map((each) => [each.split(' ')[0], each.split(' ').slice(1).join(' ')]),
      );
      expect(directives.get('script-src'), path).to.equal(["'self'", ...new Set(inline)].join(' '));
      expect(directives.get('default-src'), path).to.equal("'none'");
      expect(body.toString(), path).not.to.match(/\son\w+="|href="javascript:/i);
    }
    expect(scripts).to.be.greaterThan(0);
  });

  it('may not be framed, based elsewhere or send forms, and tell no other site about themselves', async () => {
    const { headers } = await raw('/docs');
    const policy = headers['content-security-policy'];
    for (const directive of ["connect-src 'self'", "img-src 'self' data:", "font-src 'self'", "base-uri 'none'"])
      expect(policy).to.include(directive);
    for (const directive of ["form-action 'none'", "frame-ancestors 'none'"]) expect(policy).to.include(directive);
    expect(headers['x-content-type-options']).to.equal('nosniff');
    expect(headers['referrer-policy']).to.equal('no-referrer');
    expect(headers['x-frame-options']).to.equal('DENY');
  });

  it('are compressed as the client accepts it, and say so to caches', async () => {
    const plain = await raw('/docs/reference');
    expect(plain.headers).to.include({ vary: 'Accept-Encoding' }).and.not.have.property('content-encoding');
    const cases = {
      'gzip, deflate, br, zstd': 'br',
      br: 'br',
      'gzip;q=1.0, br;q=0.5': 'br',
      'gzip, br;q=0': 'gzip',
      '*': 'br',
      'identity;q=1, gzip;q=0': undefined,
      zstd: undefined,
    };
    const etags = new Set([plain.headers.etag]);
    for (const [accepted, encoding] of Object.entries(cases)) {
      const { headers, body } = await raw('/docs/reference', { 'accept-encoding': accepted });
      expect(headers['content-encoding'], accepted).to.equal(encoding);
      expect(headers.vary, accepted).to.equal('Accept-Encoding');
      const decoded = decode(body, encoding);
      expect(decoded.equals(plain.body), accepted).to.equal(true);
      if (encoding !== undefined) expect(body.length).to.be.lessThan(plain.body.length / 3);
      etags.add(headers.etag);
    }
    // Each representation has its own.
    expect(etags.size).to.equal(3);
  });

  it('does not compress fonts', async () => {
    const font = pathsOf().find((path) => path.endsWith('.woff2')) ?? '';
    const { headers } = await raw(font, { 'accept-encoding': 'br' });
    expect(headers).to.include({ 'content-type': 'font/woff2' });
    expect(headers).not.to.have.any.keys('content-encoding', 'vary');
  });

  it('are kept for five minutes, and files named by their content for a year', async () => {
    expect((await raw('/docs')).headers['cache-control']).to.equal('public, max-age=300');
    expect((await raw(assetPath())).headers['cache-control']).to.equal('public, max-age=31536000, immutable');
  });

  it('give their assets other names when an address changes', () => {
    const assets = (docsUrl: string): string[] => pathsOf(docsUrl).filter((path) => path.includes('/assets/'));
    const [one, other] = [assets('https://api.example.com/docs'), assets('https://api.example.com/docs2')];
    expect(one.length).to.be.greaterThan(10);
    expect(other.filter((path) => one.includes(path.replace('/docs2/', '/docs/')))).to.deep.equal([]);
  });

  it('are not sent again while unchanged', async () => {
    for (const path of ['/docs', assetPath(), '/external/v1/openapi.json']) {
      const first = await raw(path, { 'accept-encoding': 'br' });
      const again = await raw(path, { 'accept-encoding': 'br', 'if-none-match': first.headers.etag ?? '' });
      expect([again.status, again.body.length], path).to.deep.equal([304, 0]);
      expect(again.headers).to.include({ etag: first.headers.etag, vary: 'Accept-Encoding' });
      const other = await raw(path, { 'accept-encoding': 'gzip', 'if-none-match': first.headers.etag ?? '' });
      expect(other.status, 'the ETag of another encoding').to.equal(200);
    }
  });

  it('answer HEAD like GET without a body, and 405 to other methods', async () => {
    for (const path of ['/docs', '/docs/errors', '/docs/llms.txt', '/external/v1/openapi.json']) {
      const get = await raw(path, { 'accept-encoding': 'br' });
      const head = await raw(path, { 'accept-encoding': 'br' }, 'HEAD');
      expect([head.status, head.body.length], path).to.deep.equal([200, 0]);
      for (const name of ['etag', 'content-type', 'content-encoding', 'content-length', 'content-security-policy'])
        expect(head.headers[name], name).to.equal(get.headers[name]);
      const post = await send(gateway.origin + path, 'POST', {});
      expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    }
  });

  it('answer 404 to every path that is not a page', async () => {
    const unknown = [
      'errors/constructor',
      'errors/',
      'index',
      'index.html',
      '404',
      'stamp',
      '../docs%2F',
      'errors.html',
    ];
    const outside = [
      '../package.json',
      '..%2f..%2fpackage.json',
      '%2e%2e/package.json',
      'assets/',
      '//errors',
      'errors\\',
    ];
    for (const path of [...unknown, ...outside]) {
      const problem = await raw(`/docs/${path}`);
      expect([problem.status, problem.headers['content-type']], path).to.deep.equal([404, 'application/problem+json']);
      const page = await raw(`/docs/${path}`, HTML);
      expect(page.status, path).to.equal(404);
    }
  });

  it('show a browser a page when there is none, which no cache keeps', async () => {
    const { status, headers, body } = await raw('/docs/errors/nonsense', HTML);
    expect([status, headers['content-type'], headers['cache-control']]).to.deep.equal([
      404,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-security-policy']).to.include("default-src 'none'");
    expect(body.toString()).not.to.include('nonsense');
    expect((await raw('/elsewhere', HTML)).headers['content-type']).to.equal('application/problem+json');
  });

  it('are only the OpenAPI document when the reference has another origin', () => {
    const elsewhere = pages('https://docs.example.com');
    expect([...elsewhere.byPath.keys()]).to.deep.equal(['/external/v1/openapi.json']);
    expect(elsewhere).to.include({ hasEntrance: false, notFound: undefined });
  });

  it('are at whatever path the reference has, the root included', () => {
    expect(pathsOf('https://api.example.com/reference')).to.include.members([
      '/reference',
      '/reference/errors/not_found',
    ]);
    expect(pathsOf('https://api.example.com/a/b/')).to.include.members(['/a/b', '/a/b/', '/a/b/errors']);
    const atRoot = pages('https://api.example.com');
    expect([...atRoot.byPath.keys()]).to.include.members(['/', '/errors/not_found', '/llms.txt']);
    expect(atRoot.hasEntrance).to.equal(false);
    expect(() => pages(`https://api.example.com/it's`)).to.throw('may have only letters');
  });
});
