import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import { openRawClient, statusesIn } from '#testing/raw-client.js';
import { openTestGateway, send, type Answer, type TestGateway, type TestKey } from '#testing/gateway.js';

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

  /** Sends a request with headers that `fetch` would join or refuse. */
  async function sendRaw(lines: string[], body = ''): Promise<{ status: number; body: Record<string, unknown> }> {
    const client = await openRawClient(Number(new URL(gateway.origin).port));
    const head = [`POST /external/v1${MATCH} HTTP/1.1`, 'Host: a', 'Connection: close', ...lines];
    client.socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    const text = await client.closed;
    client.socket.destroy();
    const json = text.slice(text.indexOf('\r\n\r\n') + 4);
    return { status: statusesIn(text)[0] ?? 0, body: JSON.parse(json) as Record<string, unknown> };
  }

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
      it(`[D requests.1] [5.1] answers 401 without rate headers to ${method} ${path} without a key`, async () => {
        const answer = await send(url(path), method);
        expect(answer.status).to.equal(401);
        expect(answer.body).to.include({ code: 'invalid_api_key', retryable: false });
        expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
        expect(answer.headers.has('ratelimit')).to.equal(false);
        expect(answer.headers.has('ratelimit-policy')).to.equal(false);
      });
    }

    it('[5.7] comes before any check of the body', async () => {
      const answer = await send(url(MATCH), 'POST', TOO_LARGE, TEXT);
      expect(answer.body.code).to.equal('invalid_api_key');
    });

    it('[5.7] refuses malformed, unknown and revoked keys, each with its code', async () => {
      const authorization = (value: string): Record<string, string> => ({ authorization: value });
      const mistyped = await send(url('/credits'), 'GET', undefined, authorization('Bearer pd_live_mistyped'));
      const basic = await send(url('/credits'), 'GET', undefined, authorization('Basic cGQ6bGl2ZQ=='));
      const revoked = await gateway.newKey();
      await gateway.edge.keys.revoke(revoked.keyId);
      const codes = [mistyped, basic, await revoked.send('GET', '/credits')].map(({ body }) => body.code);
      expect(codes).to.deep.equal(['invalid_api_key', 'invalid_api_key', 'api_key_revoked']);
    });

    it('[5.7] answers 401 to two Authorization headers, even when both have the same valid key', async () => {
      const answer = await sendRaw([`Authorization: ${key.authorization}`, `authorization: ${key.authorization}`]);
      expect(answer.status).to.equal(401);
      expect(answer.body).to.include({ code: 'invalid_api_key' });
    });

    it('[9.1] is not required for the OpenAPI document', async () => {
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
    for (const [what, sendIt, status, code] of order) {
      it(`[D requests.1] reports ${what}`, async () => {
        const answer = await sendIt();
        expect([answer.status, answer.body.code]).to.deep.equal([status, code]);
        expect(answer.headers.get('content-type')).to.equal('application/problem+json');
        expect(answer.headers.has('ratelimit')).to.equal(true);
        expect(answer.headers.has('ratelimit-policy')).to.equal(true);
      });
    }

    it('[D requests.1] reports 429 before everything except the key', async () => {
      const limited = await gateway.newKey({ apiEnabled: false }, { overall: 1 });
      expect((await limited.send('GET', '/credits')).body.code).to.equal('feature_not_enabled');
      for (const path of ['/credits', '/nowhere']) expect((await limited.send('GET', path)).status).to.equal(429);
      expect((await limited.send('POST', MATCH, TOO_LARGE, TEXT)).status).to.equal(429);
    });

    it('[5.5] answers 403 to an account without API access', async () => {
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
      it(`[D requests.3] answer 404 for ${path}, which is not a path of the API`, async () => {
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
      it(`[D requests.3] answer 405 to ${method} ${path} and allow ${allow}`, async () => {
        const answer = await key.send(method, path);
        expect(answer.status).to.equal(405);
        expect(answer.headers.get('allow')).to.equal(allow);
      });
    }

    it('ignore a query', async () => {
      expect((await key.send('GET', '/credits?verbose=1')).status).to.equal(200);
    });

    it('outside the base path answer 404 without a key', async () => {
      for (const path of ['/external', '/external/v2/credits', '/external/v10', '/health']) {
        const answer = await send(gateway.origin + path, 'GET');
        expect([answer.status, answer.body.code], path).to.deep.equal([404, 'not_found']);
        expect(answer.headers.has('ratelimit')).to.equal(false);
      }
    });
  });

  describe('bodies', () => {
    it('[D requests.3] of exactly 256 KiB are accepted', async () => {
      const body = { items: [{ id: 'x' }], padding: '' };
      body.padding = 'x'.repeat(256 * 1024 - JSON.stringify(body).length);
      expect((await key.send('POST', MATCH, body)).status).to.equal(200);
      body.padding += 'x';
      expect((await key.send('POST', MATCH, body)).status).to.equal(413);
    });

    it('[D requests.3] above 256 KiB get a readable 413', async () => {
      expect((await key.send('POST', MATCH, 'x'.repeat(1_000_000))).status).to.equal(413);
      expect((await key.send('GET', '/credits')).status).to.equal(200);
    });

    it('[D requests.3] announced as far above 256 KiB get 413 immediately, and the connection ends', async () => {
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

    it('[7] [D requests.1] without a Content-Type get 415, and a missing body gets 422 for its fields', async () => {
      const request = { method: 'POST', headers: { authorization: key.authorization } };
      const untyped = await fetch(url(MATCH), { ...request, body: new Blob(['{"items": []}']) });
      expect(untyped.status).to.equal(415);
      expect((await fetch(url(MATCH), request)).status).to.equal(422);
    });

    it('[7] with two Content-Type headers get 415', async () => {
      const answer = await sendRaw(
        [
          `Authorization: ${key.authorization}`,
          'Content-Type: application/json',
          'Content-Type: application/json',
          'Content-Length: 2',
        ],
        '{}',
      );
      expect([answer.status, answer.body['code']]).to.deep.equal([415, 'unsupported_media_type']);
    });

    it('with two Idempotency-Key headers on a spend get 422, and nothing is spent', async () => {
      const body = JSON.stringify({ items: [{ id: randomUUID() }], reveal: ['details'], maxCredits: 1 });
      const answer = await sendRaw(
        [
          `Authorization: ${key.authorization}`,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          'Idempotency-Key: one',
          'Idempotency-Key: two',
        ],
        body,
      );
      expect(answer.status).to.equal(422);
      expect(answer.body).to.deep.include({
        code: 'validation_failed',
        errors: { 'Idempotency-Key': ['must be sent once'] },
      });
    });

    it('[D requests.3] above the budget for unfinished bodies get 503 and are counted, and the next one is served', async () => {
      const small = await openTestGateway({ bodyBudget: { perKeyBytes: 1_000 } });
      try {
        const crowded = await small.newKey();
        const refused = await crowded.send('POST', MATCH, { items: [{ ref: 'x'.repeat(1_000) }] });
        expect([refused.status, refused.body.code, refused.body.retryable]).to.deep.equal([
          503,
          'service_unavailable',
          true,
        ]);
        expect(refused.headers.get('ratelimit')).to.match(/"search";r=99999;/);
        expect((await crowded.send('POST', MATCH, { items: [{ id: 'x' }] })).status).to.equal(200);
      } finally {
        await small.close();
      }
    });

    it('[D requests.3] may have unknown fields, which are ignored', async () => {
      const answer = await key.send('POST', MATCH, { items: [{ id: 'x', unknown: {} }], unknown: [1] });
      expect(answer.status).to.equal(200);
    });

    it('[D privacy.3] may have fields named __proto__ or constructor, which are ignored with everything inside', async () => {
      const body = `{"items": [{"id": "x", "__proto__": {"ref": "r"}}], "__proto__": {"reveal": ["details"]}, "constructor": 1}`;
      const answer = await key.send('POST', MATCH, body);
      expect(answer.status, answer.text).to.equal(200);
      expect(answer.body.results?.[0]).not.to.have.any.keys('ref', 'creditCost');
    });

    it('[7] [D requests.4] with several wrong fields get 422 that names each', async () => {
      const answer = await key.send('POST', '/people/match', {
        items: 'all',
        reveal: ['address'],
        dryRun: 1,
        maxCredits: -1,
      });
      expect(answer.status).to.equal(422);
      expect(answer.body.errors).to.have.all.keys('items', 'reveal', 'dryRun', 'maxCredits');
    });

    it('[2.1] with more than 25 items get too_many_items, and without items validation_failed', async () => {
      const many = await key.send('POST', MATCH, { items: Array.from({ length: 26 }, () => ({})) });
      expect([many.status, many.body.code, many.body.maxItems]).to.deep.equal([422, 'too_many_items', 25]);
      const none = await key.send('POST', MATCH, { items: [] });
      expect([none.status, none.body.code]).to.deep.equal([422, 'validation_failed']);
    });

    it('whose client disconnects in the middle do not affect other requests', async () => {
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

    it('that are not HTTP get 400 and do not affect other requests', async () => {
      const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
      socket.write('NOT HTTP AT ALL\r\n\r\n');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).to.match(/^HTTP\/1\.1 400 /);
      expect((await key.send('GET', '/credits')).status).to.equal(200);
    });
  });
});

/** Sends an exact request line. `fetch` would normalize its path. */
async function rawStatus(gateway: TestGateway, requestLine: string, key: TestKey): Promise<number> {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
  socket.write(
    `${requestLine} HTTP/1.1\r\nHost: t\r\nAuthorization: ${key.authorization}\r\nConnection: close\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return Number(answer.toString().split(' ', 2)[1]);
}
