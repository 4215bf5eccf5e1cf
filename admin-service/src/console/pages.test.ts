import { expect } from 'chai';
import { openTestConsole, PAGE, type TestConsole } from '#testing/console.js';
import { serveConsole } from './pages.js';

describe('the pages of the console', () => {
  let test: TestConsole;

  before(async () => {
    test = await openTestConsole();
  });
  after(() => test.close());

  it('are the entrance for the path of every page', async () => {
    for (const path of ['/', '/sign-in', '/keys', '/organizations/6d0a7d1e-4d6f-4a53-9f3e-0c1b8f6f2d11']) {
      const answer = await test.ask('GET', path);
      expect([answer.status, answer.text], path).to.deep.equal([200, PAGE]);
      expect(answer.headers.get('cache-control')).to.equal('no-cache');
    }
  });

  it('allow nothing inline and nothing from elsewhere, and are in no frame', async () => {
    const { headers } = await test.ask('GET', '/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self';").and.include("style-src 'self';");
    expect(policy).to.include("frame-ancestors 'none'").and.not.include('unsafe').and.not.include('http');
    expect(headers.get('x-frame-options')).to.equal('DENY');
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
  });

  it('send a file compressed, with an ETag, to be kept for good', async () => {
    const path = '/assets/app-4f2a.js';
    const answer = await test.ask('GET', path, { headers: { 'accept-encoding': 'gzip' } });
    expect(answer.headers.get('content-encoding')).to.equal('gzip');
    expect(answer.headers.get('content-type')).to.equal('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).to.include('immutable');
    const etag = answer.headers.get('etag') ?? '';
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': etag };
    expect((await test.ask('GET', path, { headers })).status).to.equal(304);
  });

  it('answer 404 for a missing file instead of a page, 405 for a write, and nothing outside the folder', async () => {
    expect((await test.ask('GET', '/assets/app-old.js')).status).to.equal(404);
    expect((await test.ask('POST', '/keys')).status).to.equal(405);
    for (const path of ['/../package.json', '/assets/../../etc/passwd', '/..%2f..%2fetc%2fpasswd'])
      expect((await test.ask('GET', path)).text, path).not.to.match(/root:|"name"/);
  });

  it('fail the start when they are not built', () => {
    expect(() => serveConsole(new URL('.', import.meta.url).pathname)).to.throw('the console is not built');
  });
});
