import { expect } from 'chai';
import fc from 'fast-check';
import { type Customer, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', domains: ['nordkant.example'] });
const astrid = contact(acme, { name: 'Astrid Exempel' });

const LOOKUPS = [PATHS.organizations, PATHS.contacts, PATHS.switchboards, PATHS.people];
const good = JSON.stringify({ items: [{ id: acme.id }] });

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that are not well-formed JSON. */
const MALFORMED: Record<string, string | Buffer> = {
  empty: '{',
  'cut off': good.slice(0, -3),
  'no value': ' ',
  'two values': `${good}${good}`,
  'a comment': `/* */${good}`,
  'a trailing comma': '{"items":[{}],}',
  'single quotes': "{'items':[]}",
  'a bare word': 'items',
  'not a number': '{"items":[],"maxCredits":NaN}',
  'a control character': '{"items":["\u0001"]}',
  'a broken escape': '{"items":["\\x41"]}',
  'bytes that are not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'UTF-16': Buffer.from(good, 'utf16le'),
  'a surrogate in UTF-8': Buffer.concat([
    Buffer.from('{"items":["'),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.from('"]}'),
  ]),
  'a key twice': `{"items":[{"id":"${acme.id}","id":"${acme.id}"}]}`,
  'a key twice, escaped': '{"items":[],"\\u0069tems":[]}',
  'a __proto__ twice': '{"items":[{}],"__proto__":1,"__proto__":1}',
  'far too deep': `{"items":${nested(50_000)}}`,
  'too deep': `{"items":[{"x":${nested(40)}}]}`,
};

const KNOWN_FIELDS =
  'items ref id orgNumber countryCode linkedInUrl domain email name organization cursor limit dryRun maxCredits infoTypes contactId';

async function expectItemFault(customer: Customer, path: string, field: string, value: unknown): Promise<void> {
  const answer = await customer.post(path, { items: [{ [field]: value }] });
  expect(answer.status, `${path} ${field} ${JSON.stringify(value)}: ${answer.text}`).to.equal(200);
  expect(answer.json).to.have.nested.property('results[0].status').that.is.oneOf(['invalid', 'not_found']);
}

overEveryInstallation('Malformed input is a 4xx, never a 500', { organizations: [acme], contacts: [astrid] }, (api) => {
  it('answers 422 to a body that is not well-formed JSON [D requests.1] [D requests.3]', async () => {
    const customer = await api.customer();
    for (const [what, body] of Object.entries(MALFORMED)) {
      for (const path of [...LOOKUPS, PATHS.reveal]) {
        const answer = await customer.post(path, body);
        expect(problemOf(answer, 422, 'validation_failed').errors, `${what} ${path}`).to.be.an('object').that.is.not
          .empty;
      }
    }
  });

  it('ignores __proto__, constructor and the like, as it ignores every unknown field [D privacy.3]', async () => {
    const customer = await api.customer();
    const hidden = `{"reveal":["details"],"maxCredits":1,"id":"${acme.id}"}`;
    for (const field of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const item = `{"ref":"r","domain":"nowhere.example","${field}":${hidden}}`;
      const answer = await customer.post(PATHS.organizations, `{"items":[${item}],"${field}":${hidden}}`);
      expect(answer.status, answer.text).to.equal(200);
      const { results } = answer.json as { results: unknown };
      expect(results).to.deep.equal([{ ref: 'r', status: 'not_found' }]);
    }
  });

  it('answers 422 to a missing body [D requests.1]', async () => {
    const customer = await api.customer();
    for (const path of LOOKUPS) {
      problemOf(await customer.send(path, { method: 'POST' }), 422, 'validation_failed');
    }
  });

  it('accepts a body that begins with a byte order mark [D requests.1]', async () => {
    const customer = await api.customer();
    expect((await customer.post(PATHS.organizations, `\uFEFF${good}`)).status).to.equal(200);
  });

  it('treats text that PostgreSQL or gRPC cannot carry as malformed or unknown [D identifiers.5]', async () => {
    const customer = await api.customer();
    const texts = [
      '\u0000',
      'a\u0000b.example',
      '\uD800',
      '\uDFFFx',
      '\u202E',
      '\uFFFF',
      '%',
      "'; drop table",
      '\\',
      '\u0000@x.example',
    ];
    for (const text of [...texts, 'x'.repeat(60_000), `${'a.'.repeat(10_000)}example`, '🙂'.repeat(5_000)]) {
      for (const field of ['id', 'orgNumber', 'linkedInUrl', 'domain']) {
        for (const path of LOOKUPS.slice(0, 3)) await expectItemFault(customer, path, field, text);
      }
      await expectItemFault(customer, PATHS.contacts, 'cursor', text);
      for (const field of ['linkedInUrl', 'email', 'name']) await expectItemFault(customer, PATHS.people, field, text);
      const [person] = await customer.matchPeople({ name: text, organization: { id: acme.id } });
      expect(person?.status).to.be.oneOf(['invalid', 'not_found']);
    }
  });

  it('answers a ref that is not well-formed Unicode without breaking the response [D requests.5]', async () => {
    const customer = await api.customer();
    const answer = await customer.post(
      PATHS.organizations,
      '{"items":[{"ref":"\\ud800x\\u0000","domain":"x.example"}]}',
    );
    expect(answer.status).to.equal(200);
    expect(answer.json).to.have.nested.property('results[0].status');
  });

  it('survives hostile header values [D requests.3]', async () => {
    const customer = await api.customer();
    const odd = [
      { 'idempotency-key': '\u00e5\u00e4' },
      { traceparent: 'nonsense' },
      { traceparent: '00-00000000000000000000000000000000-0000000000000000-00' },
      { accept: 'image/png' },
      { 'accept-encoding': 'br' },
      { 'content-type': 'application/json;;' },
      { 'x-forwarded-for': 'x'.repeat(4_000) },
      { expect: '100-continue' },
    ];
    for (const headers of odd) {
      const answer = await customer.post(PATHS.organizations, good, headers);
      expect(answer.status, JSON.stringify(headers)).to.be.oneOf([200, 415]);
    }
  });

  it('answers any JSON with 200 or a 4xx, within the contract [D requests.3]', async () => {
    const customer = await api.customer();
    const known = fc.constantFrom(...KNOWN_FIELDS.split(' '), 'constructor', 'toString', '');
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(acme.id, 'nordkant.example', 'SE', astrid.name, '5569896001', 'linkedin.com/company/x'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.oneof(fc.constant(null), fc.boolean(), fc.double({ noNaN: true, noDefaultInfinity: true }), text),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(fc.oneof(known, text), tie('value'), { maxKeys: 5 }),
      ),
    }));
    const body = fc.oneof(
      value,
      fc.record({ items: fc.array(value, { maxLength: 5 }) }),
      fc.record({ items: fc.array(fc.dictionary(known, value, { maxKeys: 4 }), { minLength: 1, maxLength: 5 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LOOKUPS), body, async (path, sent) => {
        const { status } = await customer.post(path, JSON.stringify(sent) ?? 'null');
        expect(status).to.satisfy((is: number) => is === 200 || (is >= 400 && is < 500));
      }),
      // Shrinking is off: each body is small enough to read, and shrinking could outlast the
      // installation.
      { numRuns: 150, endOnFailure: true, plugins: [fc.interruptAfterTimeLimit(8_000)] },
    );
  });
});
