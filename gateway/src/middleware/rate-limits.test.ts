import { expect } from 'chai';
import { openTestGateway, type Answer, type TestGateway, type TestKey } from './testing.js';

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

  const remaining = ({ headers }: Answer): number[] =>
    [...(headers.get('ratelimit') ?? '').matchAll(/;r=(\d+)/g)].map(([, r]) => Number(r));

  it('[8] a response to a valid key has the policy of the key and what is left', async () => {
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
    ['[D requests.2] a list of contacts with a reveal, which it does not know', 'POST', LIST, REVEALING, [59, 19, 5]],
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
    ['[D requests.2] a wrong method', 'PUT', REVEAL, REVEALING, [59, 20, 5]],
    ['[D requests.2] malformed JSON', 'POST', MATCH, '{', [59, 19, 5]],
    ['[D requests.2] a body too large', 'POST', MATCH, 'x'.repeat(300_000), [59, 19, 5]],
    ['[D requests.2] a body too large for contacts/reveal', 'POST', REVEAL, 'x'.repeat(300_000), [59, 20, 4]],
  ];
  for (const [what, method, path, body, left] of counted) {
    it(`${what} leaves ${left.join(', ')}`, async () => {
      expect(remaining(await key.send(method, path, body))).to.deep.equal(left);
    });
  }

  it('[D requests.2] a body of a wrong type counts like the call that it was meant to be', async () => {
    const answer = await key.send('POST', MATCH, JSON.stringify(REVEALING), { 'content-type': 'text/plain' });
    expect(answer.status).to.equal(415);
    expect(remaining(answer)).to.deep.equal([59, 19, 4]);
  });

  it('[8] a request of an account without API access counts', async () => {
    const refused = await gateway.newKey({ apiEnabled: false }, {});
    expect(remaining(await refused.send('POST', MATCH, ITEMS))).to.deep.equal([59, 19, 5]);
  });

  it('[7] [8] the request that is one too many is 429, to be retried when the minute is over', async () => {
    for (let request = 0; request < 5; request += 1) await key.send('POST', REVEAL, {});
    const answer = await key.send('POST', REVEAL, {});
    expect(answer.status).to.equal(429);
    expect(answer.body).to.include({ code: 'rate_limited', retryable: true, retryAfterSeconds: 31 });
    expect(answer.headers.get('retry-after')).to.equal('31');
    expect(answer.headers.get('ratelimit')).to.equal('"overall";r=54;t=31, "search";r=20;t=31, "spend";r=0;t=31');
  });

  it('[D requests.1] a 429 counts in every bucket that the request belongs to, and r is never below 0', async () => {
    for (let request = 0; request < 7; request += 1) await key.send('POST', MATCH, REVEALING);
    const answer = await key.send('POST', MATCH, REVEALING);
    expect(answer.status).to.equal(429);
    expect(remaining(answer)).to.deep.equal([52, 12, 0]);
    expect((await key.send('POST', MATCH, ITEMS)).status, 'without reveal').to.equal(200);
  });

  it('[8] a 429 does nothing', async () => {
    for (let request = 0; request < 20; request += 1) await key.send('POST', MATCH, ITEMS);
    const asked = gateway.backends.calls.length;
    expect((await key.send('POST', MATCH, ITEMS)).status).to.equal(429);
    expect(gateway.backends.calls.length).to.equal(asked);
  });

  it('[8] the next clock-aligned minute starts anew', async () => {
    for (let request = 0; request < 6; request += 1) await key.send('POST', REVEAL, {});
    gateway.edge.clock.set('2026-03-01T12:01:00.000Z');
    const answer = await key.send('POST', REVEAL, {});
    expect(answer.headers.get('ratelimit')).to.equal('"overall";r=59;t=60, "search";r=20;t=60, "spend";r=4;t=60');
  });

  it('a key may have limits of its own, and keys do not share theirs', async () => {
    const account = await gateway.newKey({}, { search: 1 });
    const first = await account.send('POST', MATCH, ITEMS);
    expect(first.headers.get('ratelimit-policy')).to.include('"search";q=1;w=60');
    expect((await account.send('POST', MATCH, ITEMS)).status).to.equal(429);
    expect((await key.send('POST', MATCH, ITEMS)).status).to.equal(200);
  });
});
