import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'chai';
import { PROBLEM_CODES } from '@prospecting/openapi';
import { openTestGateway, type TestGateway, type TestKey } from '#testing/gateway.js';

const PATHS = [
  '/organizations/match',
  '/organizations/contacts/match',
  '/organizations/switchboards/match',
  '/people/match',
  '/contacts/reveal',
];
const STATUSES = ['matched', 'ambiguous', 'not_found', 'invalid', 'quoted', 'revealed'];

describe('bad input', () => {
  let gateway: TestGateway;
  let key: TestKey;
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);

  before(async () => {
    process.on('unhandledRejection', onRejection);
    gateway = await openTestGateway();
    key = await gateway.newKey();
  });
  after(async () => {
    process.off('unhandledRejection', onRejection);
    await gateway.close();
  });

  /** Sends a body and checks that the answer is one that any body may get. */
  async function check(path: string, body: string | Uint8Array): Promise<void> {
    const answer = await key.send('POST', path, body, { 'idempotency-key': randomUUID() });
    if (answer.status === 200) {
      for (const { status } of answer.body.results ?? []) expect(STATUSES).to.include(status);
      expect(answer.body.results).to.be.an('array').that.is.not.empty;
      return;
    }
    expect(answer.status, answer.text).to.be.within(400, 499);
    expect(answer.headers.get('content-type')).to.equal('application/problem+json');
    expect(PROBLEM_CODES).to.include(answer.body.code);
  }

  const field = fc.constantFrom(
    'items',
    'reveal',
    'infoTypes',
    'dryRun',
    'maxCredits',
    'limit',
    'unknown',
    'constructor',
  );
  const identifier = fc.constantFrom(
    'ref',
    'id',
    'orgNumber',
    'countryCode',
    'linkedInUrl',
    'domain',
    'cursor',
    'email',
    'name',
    'organization',
    'contactId',
  );
  const nasty = fc.constantFrom<unknown>(
    '\0',
    'a\0b',
    '\ud800',
    '\udfff.se',
    'acme.se',
    'å'.repeat(300),
    '',
    ' ',
    null,
    true,
    -0,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    ['email'],
    ['details'],
    [null],
  );
  const value = fc.oneof(nasty, fc.jsonValue({ stringUnit: 'binary' }), fc.string({ unit: 'binary' }));
  const item = fc.oneof(
    { weight: 3, arbitrary: fc.dictionary(identifier, fc.oneof(value, fc.dictionary(identifier, value))) },
    { weight: 1, arbitrary: value },
  );
  const bodies = fc
    .record({ items: fc.array(item, { minLength: 1, maxLength: 26 }), rest: fc.dictionary(field, value) })
    .map(({ items, rest }) => JSON.stringify({ items, ...rest }));
  const path = fc.constantFrom(...PATHS);

  it('of the right shape with arbitrary values gets a documented answer', async () => {
    await fc.assert(fc.asyncProperty(path, bodies, check), { numRuns: 300 });
  });

  it('of arbitrary JSON gets a documented answer', async () => {
    await fc.assert(fc.asyncProperty(path, fc.json({ stringUnit: 'binary', maxDepth: 6 }), check), { numRuns: 150 });
  });

  it('of arbitrary bytes, cut bodies and bodies with a changed byte gets a documented answer', async () => {
    const damaged = fc
      .tuple(bodies, fc.nat(), fc.nat({ max: 255 }), fc.boolean())
      .map(([body, position, byte, cut]) => {
        const bytes = Buffer.from(body);
        const at = position % bytes.length;
        if (cut) return bytes.subarray(0, at);
        bytes[at] = byte;
        return bytes;
      });
    await fc.assert(fc.asyncProperty(path, fc.oneof(fc.uint8Array({ maxLength: 300 }), damaged), check), {
      numRuns: 300,
    });
  });

  const crafted: Record<string, string | Uint8Array> = {
    'a deep array': '['.repeat(100_000),
    'a deep closed array': '['.repeat(50_000) + ']'.repeat(50_000),
    'a deep object': '{"items":'.repeat(20_000),
    'a deep item': `{"items": [${'['.repeat(40)}${']'.repeat(40)}]}`,
    'a __proto__ key': '{"items": [{"__proto__": {"domain": "acme.se"}}]}',
    'a key twice': '{"items": [{"domain": "acme.se"}], "items": [{"domain": "acme.se"}]}',
    'a body of 131072 items': `{"items": [${'0,'.repeat(131_000)}0]}`,
    'a string of 250 KB': `{"items": [{"domain": "${'a'.repeat(250_000)}"}]}`,
    'a string of 120 000 backslashes': `{"items": [{"domain": "${'\\'.repeat(240_000)}"}]}`,
    'a string of 120 000 quotes': `{"items": [{"domain": "${String.raw`\"`.repeat(120_000)}"}]}`,
    'a number of 250 000 digits': `{"items": [{"id": ${'9'.repeat(250_000)}}]}`,
    'lone surrogates, escaped': String.raw`{"items": [{"ref": "\ud800", "domain": "\udfff"}]}`,
    'overlong UTF-8': Buffer.from([0x22, 0xc0, 0xaf, 0x22]),
    'UTF-16': Buffer.from('{"items": []}', 'utf16le'),
  };
  for (const [what, body] of Object.entries(crafted)) {
    it(`of ${what} gets a documented answer on every endpoint`, async () => {
      for (const each of PATHS) await check(each, body);
    });
  }

  it('of more than 5,000 values gets 422, with too_many_items when they are items', async () => {
    const items = Array.from({ length: 3_000 }, (_, index) => ({ ref: `row-${index}`, domain: 'nordvik.example' }));
    const unknown = Array.from({ length: 5_000 }, () => 0);
    for (const endpoint of PATHS) {
      const manyItems = await key.send('POST', endpoint, JSON.stringify({ items }));
      expect([manyItems.status, manyItems.body.code], endpoint).to.deep.equal([422, 'too_many_items']);
      const manyValues = await key.send('POST', endpoint, JSON.stringify({ items: [{}], unknown }));
      expect([manyValues.status, manyValues.body.code], endpoint).to.deep.equal([422, 'validation_failed']);
      expect(manyValues.text).to.contain('at most 5,000 values');
    }
  });

  it('causes no unhandled rejection', () => {
    expect(rejections).to.deep.equal([]);
  });
});
