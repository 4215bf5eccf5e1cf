import { expect } from 'chai';
import { openTestGateway, type Answer, type TestGateway, type TestKey } from '#testing/gateway.js';

const MATCH = '/organizations/match';
const LIST = '/organizations/contacts/match';
const REVEAL = '/contacts/reveal';
const ITEMS = { items: [{ id: 'x' }] };
const REVEALING = { ...ITEMS, reveal: ['details'], maxCredits: 1 };

describe('rate limits', () => {
  let gateway: TestGateway;
  let key: TestKey;

  before(async () => {
    gateway = await openTestGateway();
  });
  after(() => gateway.close());
  beforeEach(async () => {
    gateway.edge.clock.set('2026-03-01T12:00:29.500Z');
    key = await gateway.newKey({}, {});
  });

  /** Returns what is left in overall, search and spend. */
  const remaining = ({ headers }: Answer): number[] =>
    [...(headers.get('ratelimit') ?? '').matchAll(/"(?:overall|search|spend)";r=(\d+)/g)].map(([, r]) => Number(r));

  it('[8] are in the headers of every response to a valid key: its policy and what is left', async () => {
    const answer = await key.send('POST', MATCH, ITEMS);
    expect(answer.headers.get('ratelimit-policy')).to.equal(
      '"overall";q=60;w=60, "search";q=20;w=60, "spend";q=5;w=60',
    );
    expect(answer.headers.get('ratelimit')).to.equal('"overall";r=59;t=31, "search";r=19;t=31, "spend";r=5;t=31');
  });

  const counted: [string, string, string, unknown, number[]][] = [
    ['[4.6] the balance', 'GET', '/credits', undefined, [59, 20, 5]],
    [
      '[4.1.8] a match of however many items',
      'POST',
      MATCH,
      { items: Array.from({ length: 25 }, () => ({ id: 'x' })) },
      [59, 19, 5],
    ],
    ['[4.2.6] a list of contacts', 'POST', LIST, ITEMS, [59, 19, 5]],
    [
      '[D requests.2] a list of contacts with a reveal, which it does not support',
      'POST',
      LIST,
      REVEALING,
      [59, 19, 5],
    ],
    ['[4.1.8] a reveal refused for its missing Idempotency-Key', 'POST', MATCH, REVEALING, [59, 19, 4]],
    ['[4.4.5] a dry run', 'POST', '/people/match', { ...ITEMS, reveal: ['email'], dryRun: true }, [59, 19, 5]],
    [
      '[4.4.6] a reveal of people',
      'POST',
      '/people/match',
      { ...ITEMS, reveal: ['email'], maxCredits: 1 },
      [59, 19, 4],
    ],
    [
      '[4.3] a reveal of switchboards',
      'POST',
      '/organizations/switchboards/match',
      { ...ITEMS, reveal: ['phone'], maxCredits: 1 },
      [59, 19, 4],
    ],
    ['[4.5.6] a dry run of contacts/reveal', 'POST', REVEAL, { dryRun: true }, [59, 20, 4]],
    ['[D requests.2] an unknown path', 'POST', '/nowhere', REVEALING, [59, 20, 5]],
    ['[D requests.2] an unknown method', 'PUT', REVEAL, REVEALING, [59, 20, 5]],
    ['[D requests.2] malformed JSON', 'POST', MATCH, '{', [59, 19, 5]],
    ['[D requests.2] a body too large', 'POST', MATCH, 'x'.repeat(300_000), [59, 19, 5]],
    ['[D requests.2] a body too large for contacts/reveal', 'POST', REVEAL, 'x'.repeat(300_000), [59, 20, 4]],
  ];
  for (const [what, method, path, body, left] of counted) {
    it(`${what} leaves ${left.join(', ')} in overall, search and spend`, async () => {
      expect(remaining(await key.send(method, path, body))).to.deep.equal(left);
    });
  }

  it('[D requests.2] count a body with a wrong Content-Type like the same body with the right one', async () => {
    const answer = await key.send('POST', MATCH, JSON.stringify(REVEALING), { 'content-type': 'text/plain' });
    expect(answer.status).to.equal(415);
    expect(remaining(answer)).to.deep.equal([59, 19, 4]);
  });

  it('[8] count a request of an account without API access', async () => {
    const refused = await gateway.newKey({ apiEnabled: false }, {});
    expect(remaining(await refused.send('POST', MATCH, ITEMS))).to.deep.equal([59, 19, 5]);
  });

  it('[7] [8] answer 429 above the limit, with Retry-After at the end of the minute', async () => {
    for (let request = 0; request < 5; request += 1) await key.send('POST', REVEAL, {});
    const answer = await key.send('POST', REVEAL, {});
    expect(answer.status).to.equal(429);
    expect(answer.body).to.include({ code: 'rate_limited', retryable: true, retryAfterSeconds: 31 });
    expect(answer.headers.get('retry-after')).to.equal('31');
    expect(answer.headers.get('ratelimit')).to.include('"overall";r=54;t=31, "search";r=20;t=31, "spend";r=0;t=31');
  });

  it('[D requests.1] count a 429 in every bucket of the request, and r is never below 0', async () => {
    for (let request = 0; request < 7; request += 1) await key.send('POST', MATCH, REVEALING);
    const answer = await key.send('POST', MATCH, REVEALING);
    expect(answer.status).to.equal(429);
    expect(remaining(answer)).to.deep.equal([52, 12, 0]);
    expect((await key.send('POST', MATCH, ITEMS)).status, 'without reveal').to.equal(200);
  });

  it('[8] call no backend for a 429', async () => {
    for (let request = 0; request < 20; request += 1) await key.send('POST', MATCH, ITEMS);
    const calls = gateway.backends.calls.length;
    expect((await key.send('POST', MATCH, ITEMS)).status).to.equal(429);
    expect(gateway.backends.calls.length).to.equal(calls);
  });

  it('[8] start from 0 in the next minute of the clock', async () => {
    for (let request = 0; request < 6; request += 1) await key.send('POST', REVEAL, {});
    gateway.edge.clock.set('2026-03-01T12:01:00.000Z');
    const answer = await key.send('POST', REVEAL, {});
    expect(answer.headers.get('ratelimit')).to.include('"overall";r=59;t=60, "search";r=20;t=60, "spend";r=4;t=60');
  });

  it('may be set per key, and are not shared between keys', async () => {
    const account = await gateway.newKey({}, { search: 1 });
    const first = await account.send('POST', MATCH, ITEMS);
    expect(first.headers.get('ratelimit-policy')).to.include('"search";q=1;w=60');
    expect((await account.send('POST', MATCH, ITEMS)).status).to.equal(429);
    expect((await key.send('POST', MATCH, ITEMS)).status).to.equal(200);
  });
});
