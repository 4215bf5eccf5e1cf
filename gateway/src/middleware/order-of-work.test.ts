import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { openTestGateway, send, type Answer, type TestGateway, type TestKey } from './testing.js';

const MATCH = '/organizations/match';
const TOO_LARGE = 'x'.repeat(256 * 1024 + 1);
const TEXT = { 'content-type': 'text/plain' };

describe('the order of work', () => {
  let gateway: TestGateway;
  let key: TestKey;
  let disabled: TestKey;

  before(async () => {
    gateway = await openTestGateway();
    key = await gateway.newKey();
    disabled = await gateway.newKey({ apiEnabled: false });
  });
  after(() => gateway.close());

  const url = (path: string): string => `${gateway.origin}/external/v1${path}`;

  describe('authentication', () => {
    const paths: [string, string][] = [
      ['POST', MATCH],
      ['GET', '/credits'],
      ['GET', '/nowhere'],
      ['GET', ''],
      ['DELETE', MATCH],
      ['GET', '/openapi.json/'],
    ];
    for (const [method, path] of paths) {
      it(`[D requests.1] [5.1] ${method} ${path} without a key is 401, and has no rate headers`, async () => {
        const answer = await send(url(path), method);
        expect(answer.status).to.equal(401);
        expect(answer.body).to.include({ code: 'invalid_api_key', retryable: false });
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
        expect(answer.headers.has('ratelimit')).to.equal(false);
        expect(answer.headers.has('ratelimit-policy')).to.equal(false);
      });
    }

    it('[5.7] comes before a body of any size or kind', async () => {
      const answer = await send(url(MATCH), 'POST', TOO_LARGE, TEXT);
      expect(answer.body.code).to.equal('invalid_api_key');
    });

    it('[5.7] a key of a wrong form, an unknown and a revoked one are refused, each by its code', async () => {
      const authorization = (value: string): Record<string, string> => ({ authorization: value });
      const mistyped = await send(url('/credits'), 'GET', undefined, authorization('Bearer pd_live_mistyped'));
      const basic = await send(url('/credits'), 'GET', undefined, authorization('Basic cGQ6bGl2ZQ=='));
      const revoked = await gateway.newKey();
      await gateway.edge.keys.revoke(revoked.keyId);
      const codes = [mistyped, basic, await revoked.send('GET', '/credits')].map(({ body }) => body.code);
      expect(codes).to.deep.equal(['invalid_api_key', 'invalid_api_key', 'api_key_revoked']);
    });

    it('[9.1] the OpenAPI document needs no key', async () => {
      const answer = await send(url('/openapi.json'), 'GET');
      expect(answer.status).to.equal(200);
      expect(answer.body).to.have.nested.property('openapi').that.matches(/^3\.1/);
      expect(answer.body['servers']).to.deep.equal([{ url: 'https://api.example.com/external/v1' }]);
    });
  });

  describe('with a valid key', () => {
    const order: [string, () => Promise<Answer>, number, string][] = [
      ['404 before 403', () => disabled.send('GET', '/nowhere'), 404, 'not_found'],
      ['405 before 403', () => disabled.send('PUT', MATCH, {}), 405, 'method_not_allowed'],
      ['405 before 413 and 415', () => key.send('PUT', MATCH, TOO_LARGE, TEXT), 405, 'method_not_allowed'],
      ['403 before 413', () => disabled.send('POST', MATCH, TOO_LARGE), 403, 'feature_not_enabled'],
      ['413 before 415', () => key.send('POST', MATCH, TOO_LARGE, TEXT), 413, 'payload_too_large'],
      ['415 before malformed JSON', () => key.send('POST', MATCH, '{', TEXT), 415, 'unsupported_media_type'],
      [
        'malformed JSON before a missing Idempotency-Key',
        () => key.send('POST', '/contacts/reveal', '{'),
        422,
        'validation_failed',
      ],
      [
        'validation before a missing Idempotency-Key',
        () => key.send('POST', '/contacts/reveal', {}),
        422,
        'validation_failed',
      ],
      [
        'too many items before a missing Idempotency-Key',
        () => key.send('POST', '/contacts/reveal', { items: Array.from({ length: 26 }, () => ({})) }),
        422,
        'too_many_items',
      ],
      [
        'a missing Idempotency-Key before work',
        () => key.send('POST', '/contacts/reveal', { items: [{}], infoTypes: ['email'], dryRun: true }),
        400,
        'idempotency_key_required',
      ],
    ];
    for (const [what, ask, status, code] of order) {
      it(`[D requests.1] ${what}`, async () => {
        const answer = await ask();
        expect([answer.status, answer.body.code]).to.deep.equal([status, code]);
        expect(answer.headers.get('content-type')).to.equal('application/problem+json');
        expect(answer.headers.has('ratelimit')).to.equal(true);
        expect(answer.headers.has('ratelimit-policy')).to.equal(true);
      });
    }

    it('[D requests.1] 429 before everything but the key', async () => {
      const limited = await gateway.newKey({ apiEnabled: false }, { overall: 1 });
      expect((await limited.send('GET', '/credits')).body.code).to.equal('feature_not_enabled');
      for (const path of ['/credits', '/nowhere']) expect((await limited.send('GET', path)).status).to.equal(429);
      expect((await limited.send('POST', MATCH, TOO_LARGE, TEXT)).status).to.equal(429);
    });

    it('[5.5] an account without API access is refused with 403', async () => {
      const answer = await disabled.send('GET', '/credits');
      expect(answer.status).to.equal(403);
      expect(answer.body).to.include({ code: 'feature_not_enabled', retryable: false });
    });
  });

  describe('paths', () => {
    for (const path of [
      `${MATCH}/`,
      '/Organizations/match',
      '/organizations%2Fmatch',
      '/./credits',
      '//credits',
      '/credits/x',
      '/',
    ]) {
      it(`[D requests.3] ${path} is not a path of the API: 404`, async () => {
        const answer = await rawStatus(gateway, `POST /external/v1${path}`, key);
        expect(answer).to.equal(404);
      });
    }

    for (const [method, path, allow] of [
      ['GET', MATCH, 'POST'],
      ['HEAD', MATCH, 'POST'],
      ['OPTIONS', MATCH, 'POST'],
      ['POST', '/credits', 'GET'],
      ['HEAD', '/credits', 'GET'],
      ['PATCH', '/credits', 'GET'],
    ] as const) {
      it(`[D requests.3] ${method} ${path} is 405 and allows ${allow}`, async () => {
        const answer = await key.send(method, path);
        expect(answer.status).to.equal(405);
        expect(answer.headers.get('allow')).to.equal(allow);
      });
    }

    it('a query is ignored', async () => {
      expect((await key.send('GET', '/credits?verbose=1')).status).to.equal(200);
    });

    it('outside the base path there is no API and no key is asked for', async () => {
      for (const path of ['/', '/external', '/external/v2/credits', '/external/v10', '/health']) {
        const answer = await send(gateway.origin + path, 'GET');
        expect([answer.status, answer.body.code], path).to.deep.equal([404, 'not_found']);
        expect(answer.headers.has('ratelimit')).to.equal(false);
      }
    });
  });

  describe('bodies', () => {
    it('[D requests.3] one of exactly 256 KiB is taken', async () => {
      const body = { items: [{ id: 'x' }], padding: '' };
      body.padding = 'x'.repeat(256 * 1024 - JSON.stringify(body).length);
      expect((await key.send('POST', MATCH, body)).status).to.equal(200);
      body.padding += 'x';
      expect((await key.send('POST', MATCH, body)).status).to.equal(413);
    });

    it('[D requests.3] the 413 of a large body can be read, and the connection goes on or is closed', async () => {
      expect((await key.send('POST', MATCH, 'x'.repeat(1_000_000))).status).to.equal(413);
      expect((await key.send('GET', '/credits')).status).to.equal(200);
    });

    it('[D requests.3] who announces far more than that is told at once, and the connection ends', async () => {
      const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
      socket.write(
        `POST /external/v1${MATCH} HTTP/1.1\r\nHost: t\r\nAuthorization: ${key.authorization}\r\nContent-Length: 99999999999\r\n\r\n{`,
      );
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      await once(socket, 'close');
      expect(answer)
        .to.match(/^HTTP\/1\.1 413 /)
        .and.match(/^connection: close\r$/im);
    });

    it('[7] [D requests.1] one without a Content-Type is 415, none at all lacks its fields', async () => {
      const request = { method: 'POST', headers: { authorization: key.authorization } };
      const untyped = await fetch(url(MATCH), { ...request, body: new Blob(['{"items": []}']) });
      expect(untyped.status).to.equal(415);
      expect((await fetch(url(MATCH), request)).status).to.equal(422);
    });

    it('[D requests.3] unknown fields are ignored', async () => {
      const answer = await key.send('POST', MATCH, { items: [{ id: 'x', unknown: {} }], unknown: [1] });
      expect(answer.status).to.equal(200);
    });

    it('[D privacy.3] so are __proto__, constructor and the like: what they hold is no part of the request', async () => {
      const body = `{"items": [{"id": "x", "__proto__": {"ref": "r"}}], "__proto__": {"reveal": ["details"]}, "constructor": 1}`;
      const answer = await key.send('POST', MATCH, body);
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.results?.[0]).not.to.have.any.keys('ref', 'creditCost');
    });

    it('[7] [D requests.4] names every field that is wrong', async () => {
      const answer = await key.send('POST', '/people/match', {
        items: 'all',
        reveal: ['address'],
        dryRun: 1,
        maxCredits: -1,
      });
      expect(answer.status).to.equal(422);
      expect(answer.body.errors).to.have.all.keys('items', 'reveal', 'dryRun', 'maxCredits');
    });

    it('[2.1] more than 25 items are too_many_items, none is validation_failed', async () => {
      const many = await key.send('POST', MATCH, { items: Array.from({ length: 26 }, () => ({})) });
      expect([many.status, many.body.code, many.body.maxItems]).to.deep.equal([422, 'too_many_items', 25]);
      const none = await key.send('POST', MATCH, { items: [] });
      expect([none.status, none.body.code]).to.deep.equal([422, 'validation_failed']);
    });

    it('a client that goes away in the middle of its body takes nothing with it', async () => {
      const before = gateway.logged.length;
      const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST /external/v1${MATCH} HTTP/1.1\r\nHost: t\r\nAuthorization: ${key.authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"it`,
        () => socket.destroy(),
      );
      await gateway.settled(before + 1);
      expect(gateway.logged.at(-1)).to.include({ path: `/external/v1${MATCH}`, status: 422 });
      expect((await key.send('GET', '/credits')).status).to.equal(200);
    });

    it('what is not HTTP is refused without harm', async () => {
      const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
      socket.write('NOT HTTP AT ALL\r\n\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).to.match(/^HTTP\/1\.1 400 /);
      expect((await key.send('GET', '/credits')).status).to.equal(200);
    });
  });
});

/** Sends a request line as it is: `fetch` would tidy up its path. */
async function rawStatus(gateway: TestGateway, requestLine: string, key: TestKey): Promise<number> {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
  socket.write(
    `${requestLine} HTTP/1.1\r\nHost: t\r\nAuthorization: ${key.authorization}\r\nConnection: close\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(answer.toString().split(' ', 2)[1]);
}
