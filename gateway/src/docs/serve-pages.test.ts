import { PROBLEM_CODES } from '@prospecting/openapi';
import { expect } from 'chai';
import { openTestGateway, send, type TestGateway } from '#testing/gateway.js';
import { createPages } from './serve-pages.js';

describe('public pages', () => {
  let gateway: TestGateway;
  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());

  it('[7] explain every problem code at the URL of its type', async () => {
    for (const code of PROBLEM_CODES) {
      const answer = await send(`${gateway.origin}/docs/errors/${code}`, 'GET');
      expect(answer.status, code).to.equal(200);
      expect(answer.text).to.include(`<code>${code}</code>`);
    }
    const problem = await send(`${gateway.origin}/external/v1/credits`, 'GET');
    expect(problem.body.type).to.equal('https://api.example.com/docs/errors/invalid_api_key');
  });

  it('run no scripts and may not be framed', async () => {
    const answer = await send(`${gateway.origin}/docs`, 'GET');
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).to.include("default-src 'none'").and.not.include('script');
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(answer.headers.get('x-frame-options')).to.equal('DENY');
    expect(answer.text)
      .to.include('match_people')
      .and.not.match(/<script/i);
  });

  it('are not sent again while unchanged', async () => {
    const first = await send(`${gateway.origin}/docs`, 'GET');
    const etag = first.headers.get('etag') ?? '';
    const again = await send(`${gateway.origin}/docs`, 'GET', undefined, {
      'if-none-match': etag,
      // Otherwise `fetch` adds `no-cache` and gets the whole page.
      'cache-control': 'max-age=0',
    });
    expect([again.status, again.text]).to.deep.equal([304, '']);
  });

  it('answer 405 to methods other than GET and HEAD', async () => {
    for (const path of ['/docs', '/external/v1/openapi.json']) {
      const head = await send(gateway.origin + path, 'HEAD');
      expect([head.status, head.text]).to.deep.equal([200, '']);
      const post = await send(gateway.origin + path, 'POST', {});
      expect([post.status, post.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    }
  });

  it('answer 404 for an unknown code', async () => {
    for (const path of ['/docs/errors/constructor', '/docs/', '/docs/errors/', '/docs/../docs%2F']) {
      expect((await send(gateway.origin + path, 'GET')).status, path).to.equal(404);
    }
  });

  it('are only the OpenAPI document when the reference has another origin', () => {
    const baseUrl = 'https://api.example.com/external/v1';
    const paths = [...createPages({ baseUrl, docsUrl: 'https://docs.example.com' }).keys()];
    expect(paths).to.deep.equal(['/external/v1/openapi.json']);
    expect([...createPages({ baseUrl, docsUrl: 'https://api.example.com/reference' }).keys()]).to.include(
      '/reference/errors/not_found',
    );
  });
});
