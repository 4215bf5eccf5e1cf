import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { createRecordingBackends } from '#testing/backends.js';
import { openTestGateway, ROOMY, type Answer, type TestGateway, type TestKey } from '#testing/gateway.js';
import { openRawClient } from '#testing/raw-client.js';

const MATCH = '/organizations/match';
const LOOKUP = { items: [{ id: randomUUID() }] };
const REVEAL = { items: [{ contactId: randomUUID() }], infoTypes: ['email'], maxCredits: 10 };
const TRACE = 'traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

/** A request as bytes, but for its key. */
interface Sent {
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

function post(path: string, value: unknown, ...more: string[]): Sent {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  const headers = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, ...more];
  return { line: `POST /external/v1${path} HTTP/1.1`, headers, body };
}

function get(...headers: string[]): Sent {
  return { line: 'GET /external/v1/credits HTTP/1.1', headers };
}

/** Requests that get no place. */
const REFUSED: Readonly<Record<string, Sent>> = {
  'a lookup': post(MATCH, LOOKUP),
  'a lookup in a trace': post(MATCH, LOOKUP, TRACE),
  'a lookup in two traces': post(MATCH, LOOKUP, TRACE, TRACE),
  'a lookup with a query': post(`${MATCH}?reveal=details`, LOOKUP),
  'a target in absolute form': { ...post(MATCH, LOOKUP), line: `POST http://a/external/v1${MATCH} HTTP/1.1` },
  'a match that reveals': post(MATCH, { ...LOOKUP, reveal: ['details'], maxCredits: 1 }, 'Idempotency-Key: a'),
  'a match that quotes': post(MATCH, { ...LOOKUP, reveal: ['details'], dryRun: true }),
  'a reveal': post('/contacts/reveal', REVEAL, 'Idempotency-Key: b'),
  'a reveal without a key': post('/contacts/reveal', REVEAL),
  'a dry run of a reveal': post('/contacts/reveal', { ...REVEAL, dryRun: true }),
  'a body that is no JSON': post(MATCH, '{"reveal": ['),
  'a body in gzip': post(MATCH, LOOKUP, 'Content-Encoding: gzip'),
  'no body': { line: `POST /external/v1${MATCH} HTTP/1.1` },
  'an empty body': post(MATCH, ''),
  'a body that is too large': post(MATCH, ' '.repeat(300 * 1024)),
  'a body that is not waited for': { ...post(MATCH, '{'), headers: ['Content-Length: 99999999'] },
  'a body in chunks': {
    ...post(MATCH, '2\r\n{}\r\n0\r\n\r\n'),
    headers: ['Content-Type: application/json', 'Transfer-Encoding: chunked'],
  },
  'a body that waits for 100': post(MATCH, LOOKUP, 'Expect: 100-continue'),
  'a connection that ends': post(MATCH, LOOKUP, 'Connection: close'),
  'a request of HTTP/1.0': { ...post(MATCH, LOOKUP), line: `POST /external/v1${MATCH} HTTP/1.0` },
  'the balance': get(),
  'the balance, with a body': { ...get('Content-Length: 2'), body: '{}' },
  'the balance, with chunks': { ...get('Transfer-Encoding: chunked'), body: '2\r\n{}\r\n0\r\n\r\n' },
};

describe('a request without a place, before the middleware and in it', () => {
  let gateway: TestGateway;
  let busy: TestKey;
  let atWork: Promise<Answer>[];
  /** A key for each request, of which no notification is still to come. */
  const known = new Map<string, string>();
  let open = (): void => {};

  before(async () => {
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { search, creditsReader, ...others } = createRecordingBackends();
    const upstream = {
      ...others,
      search: {
        ...search,
        matchOrganizations: (...args: Parameters<typeof search.matchOrganizations>) =>
          gate.then(() => search.matchOrganizations(...args)),
      },
      creditsReader: {
        ...creditsReader,
        getBalances: (...args: Parameters<typeof creditsReader.getBalances>) =>
          gate.then(() => creditsReader.getBalances(...args)),
      },
    };
    gateway = await openTestGateway({ upstream, maxAtWork: 3, timeoutMs: 60_000 });
    busy = await gateway.newKey();
    // What one account gets: 2 of 3 places, and 32 of the 64 for balances.
    atWork = [
      ...Array.from({ length: 2 }, () => busy.send('POST', MATCH, LOOKUP)),
      ...Array.from({ length: 32 }, () => busy.send('GET', '/credits')),
    ];
    await eventuallyEquals(() => total('prospect_requests_at_work'), 34);
    for (const which of Object.keys(REFUSED)) known.set(which, await newKey());
    await untilNotified();
  });
  after(async () => {
    open();
    await Promise.all(atWork);
    await gateway.close();
  });

  async function total(name: string, outcome?: string): Promise<number> {
    const metric = await gateway.registry.getSingleMetric(name)?.get();
    const values = metric?.values.filter(({ labels }) => outcome === undefined || labels['outcome'] === outcome) ?? [];
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  const lookups = (outcome?: string): Promise<number> => total('prospect_key_lookups_total', outcome);

  /** Sends requests until the key is found in the cache. */
  async function untilCached(authorization: string): Promise<void> {
    const isHit = async (): Promise<boolean> => {
      const before = await lookups('hit');
      await ask(authorization, { line: 'GET /external/v1/nowhere HTTP/1.1' });
      return (await lookups('hit')) > before;
    };
    await eventuallyEquals(isHit, true);
  }

  /**
   * Waits for the notifications of all earlier keys, each of which would take its key out of the
   * cache. They come in order: the gateway learns of a key that is revoked now after all others.
   */
  async function untilNotified(): Promise<void> {
    const last = await gateway.newKey();
    const status = async (): Promise<number> => (await last.send('GET', '/nowhere')).status;
    expect(await status()).to.equal(404);
    await gateway.edge.keys.revoke(last.keyId);
    await eventuallyEquals(status, 401);
  }

  async function newKey(): Promise<string> {
    const { key } = await gateway.edge.keys.create({ accountId: busy.accountId, name: 'test', limits: ROOMY });
    return `Bearer ${key}`;
  }

  /** Returns what a caller and an operator see, without what differs between any two requests. */
  async function ask(authorization: string, { line, headers = [], body = '' }: Sent): Promise<object> {
    const [refused, logged] = [await total('prospect_requests_refused_total'), gateway.logged.length];
    const client = await openRawClient(Number(new URL(gateway.origin).port));
    const head = [line, 'Host: a', `Authorization: ${authorization}`, ...headers].join('\r\n');
    client.socket.write(`${head}\r\n\r\n${body}`);
    if (!headers.includes('Content-Length: 99999999')) client.socket.end();
    const text = await client.closed;
    client.socket.destroy();
    return {
      text: text
        .replace(/Date: .*\r\n/, '')
        .replace(/;t=\d+/g, '')
        .replace(/"overall";r=\d+/, '"overall"')
        .replace(/"traceId":"(?!4bf92f)[0-9a-f]{32}"/, '"traceId":"(new)"'),
      refused: (await total('prospect_requests_refused_total')) - refused,
      logged: gateway.logged
        .slice(logged)
        .map(({ keyId: _keyId, at: _at, durationMs: _durationMs, ...entry }) => entry),
    };
  }

  for (const [which, sent] of Object.entries(REFUSED)) {
    it(`[7] [8] [D requests.1] gets the same answer, is counted and is logged: ${which}`, async () => {
      const authorization = known.get(which) ?? '';
      await untilCached(authorization);
      const before = await lookups();
      const early = await ask(authorization, sent);
      expect(await lookups(), 'look-ups before the middleware').to.equal(before);
      // The first request of a key is not certain to have a valid one, so the middleware gets it.
      const usual = await ask(await newKey(), sent);
      expect(await lookups(), 'look-ups in the middleware').to.equal(before + 1);
      expect(usual).to.include({ refused: 1 });
      expect(usual).to.have.property('text').that.contains('HTTP/1.1 503 ');
      expect(early).to.deep.equal(usual);
    });
  }
});
