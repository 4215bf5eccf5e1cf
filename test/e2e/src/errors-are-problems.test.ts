import { expect } from 'chai';
import { type Answer, keyed, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB', website: 'https://nordfel.example/' });
const items = [{ id: acme.id }];
const BODY_LIMIT = 256 * 1024;

/** Returns a valid request of exactly `size` bytes. */
function ofBytes(bytes: number): string {
  const bare = JSON.stringify({ items, padding: '' });
  return JSON.stringify({ items, padding: 'x'.repeat(bytes - bare.length) });
}

overEveryInstallation('Every whole-request error is a problem', { organizations: [acme] }, (api) => {
  /**
   * One response for each error code that occurs while every part works and no other request runs.
   */
  async function everyRefusal(): Promise<Record<string, Answer>> {
    const customer = await api.customer();
    const limited = await api.customer({ limits: { overall: 1 } });
    const off = await api.customer({ apiEnabled: false });
    await limited.send(PATHS.credits);
    const spend = { items, reveal: ['details'] };
    const used = keyed();
    await customer.post(PATHS.organizations, { items: [{}], reveal: ['details'], maxCredits: 1 }, used);
    return {
      idempotency_key_required: await customer.post(PATHS.organizations, { items, reveal: ['details'], maxCredits: 1 }),
      invalid_api_key: await api.send(PATHS.credits),
      feature_not_enabled: await off.send(PATHS.credits),
      not_found: await customer.send('/nowhere'),
      method_not_allowed: await customer.send(PATHS.people),
      payload_too_large: await customer.post(PATHS.organizations, ofBytes(BODY_LIMIT + 1)),
      unsupported_media_type: await customer.post(PATHS.organizations, { items }, { 'content-type': 'text/xml' }),
      validation_failed: await customer.post(PATHS.organizations, {}),
      too_many_items: await customer.post(PATHS.organizations, { items: Array(26).fill(items[0]) }),
      rate_limited: await limited.send(PATHS.credits),
      insufficient_credits: await customer.post(PATHS.organizations, { ...spend, maxCredits: 1 }, keyed()),
      credit_cap_exceeded: await customer.post(PATHS.organizations, { ...spend, maxCredits: 0 }, keyed()),
      idempotency_key_reused: await customer.post(PATHS.organizations, { ...spend, maxCredits: 2 }, used),
    };
  }

  it('carries type, title, status, detail, code, retryable and traceId [D requests.3]', async () => {
    for (const [code, answer] of Object.entries(await everyRefusal())) {
      const problem = problemOf(answer, answer.status, code);
      expect(answer.headers['content-type'], code).to.match(/^application\/problem\+json/);
      expect(problem.status, code).to.equal(answer.status);
      expect(problem.type, code).to.match(new RegExp(`/errors/${code}$`));
      expect(problem.title, code).to.be.a('string').that.is.not.empty;
      expect(problem.detail, code).to.be.a('string').that.is.not.empty;
      expect(problem.traceId, code).to.match(/^[0-9a-f]{32}$/);
    }
  });

  it('has the status and the retryability that the contract gives its code [D requests.3]', async () => {
    const refusals = Object.entries(await everyRefusal());
    const seen = refusals.map(([code, { status, json }]) => [code, status, (json as { retryable: boolean }).retryable]);
    expect(seen).to.deep.equal([
      ['idempotency_key_required', 400, false],
      ['invalid_api_key', 401, false],
      ['feature_not_enabled', 403, false],
      ['not_found', 404, false],
      ['method_not_allowed', 405, false],
      ['payload_too_large', 413, false],
      ['unsupported_media_type', 415, false],
      ['validation_failed', 422, false],
      ['too_many_items', 422, false],
      ['rate_limited', 429, true],
      ['insufficient_credits', 402, false],
      ['credit_cap_exceeded', 422, false],
      ['idempotency_key_reused', 422, false],
    ]);
  });

  it('links in `type` to a page that exists and explains the code [D requests.3]', async () => {
    for (const [code, { json }] of Object.entries(await everyRefusal())) {
      const { type } = json as { type: string };
      expect(type.startsWith(api.publicUrl), type).to.equal(true);
      const page = await api.fetch(type.slice(api.publicUrl.length));
      expect(page.status, type).to.equal(200);
      expect(page.headers['content-type']).to.match(/^text\/html/);
      expect(page.text).to.include(code);
    }
  });

  it("gives every problem its own trace id, or the caller's [D requests.3]", async () => {
    const customer = await api.customer();
    const first = problemOf(await customer.send('/nowhere'), 404, 'not_found');
    const second = problemOf(await customer.send('/nowhere'), 404, 'not_found');
    expect(first.traceId).not.to.equal(second.traceId);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const traced = await customer.send('/nowhere', { headers: { traceparent } });
    expect(problemOf(traced, 404, 'not_found').traceId).to.equal('0af7651916cd43dd8448eb211c80319c');
  });

  it('never repeats request values in a problem [D requests.3]', async () => {
    const customer = await api.customer();
    const secret = 'astrid.exempel@nordfel.example';
    api.confidential(secret);
    const answers = [
      await customer.send(`/${encodeURIComponent(secret)}`),
      await customer.post(PATHS.organizations, { items: secret }),
      await customer.post(PATHS.organizations, { items, reveal: [secret] }),
      await customer.post(PATHS.people, { items: [{ email: secret }], dryRun: secret }),
      await customer.post(PATHS.people, `{"${secret}`),
    ];
    for (const { status, text } of answers) {
      expect(status).to.be.within(400, 499);
      expect(text).not.to.include('astrid');
    }
  });

  it('accepts a body of 256 KiB and answers 413 to one byte more [D requests.3]', async () => {
    const customer = await api.customer();
    expect((await customer.post(PATHS.organizations, ofBytes(BODY_LIMIT))).status).to.equal(200);
    problemOf(await customer.post(PATHS.organizations, ofBytes(BODY_LIMIT + 1)), 413, 'payload_too_large');
  });

  it('answers 413 to a body of unknown length above the limit [D requests.3]', async () => {
    const customer = await api.customer();
    const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
    const large = await customer.post(PATHS.organizations, ofBytes(BODY_LIMIT + 1), chunked);
    problemOf(large, 413, 'payload_too_large');
    expect((await customer.post(PATHS.organizations, { items }, chunked)).status).to.equal(200);
  });

  it('answers 404 to a path that is not documented, however similar [D requests.3]', async () => {
    const customer = await api.customer();
    const near = ['', '/', '/credits/', '//credits', '/Credits', '/organizations', '/people', '/organizations%2Fmatch'];
    for (const path of [...near, '/organizations/match/1', '/external/v1/credits']) {
      problemOf(await customer.send(path), 404, 'not_found');
    }
  });

  it('ignores a query string [D requests.3]', async () => {
    const customer = await api.customer();
    const answer = await api.fetch('/external/v1/credits?x=1', {
      headers: { authorization: `Bearer ${customer.key}` },
    });
    expect(answer.status).to.equal(200);
  });

  it('answers 405 with Allow to another method on a known path [D requests.3]', async () => {
    const customer = await api.customer();
    for (const [path, allowed, others] of [
      [PATHS.organizations, 'POST', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
      [PATHS.reveal, 'POST', ['GET', 'DELETE']],
      [PATHS.credits, 'GET', ['POST', 'PUT', 'DELETE']],
    ] as const) {
      for (const method of others) {
        const answer = await customer.send(path, { method });
        problemOf(answer, 405, 'method_not_allowed');
        expect(answer.headers['allow']).to.equal(allowed);
      }
    }
  });

  it('answers 405 to HEAD, without a body, and to every write method on the OpenAPI document [D requests.3]', async () => {
    const { key } = await api.customer();
    const head = await api.fetch('/external/v1/credits', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${key}` },
    });
    expect([head.status, head.headers['allow'], head.text]).to.deep.equal([405, 'GET', '']);
    const answer = await api.fetch('/external/v1/openapi.json', { method: 'PUT', body: {} });
    problemOf(answer, 405, 'method_not_allowed');
    expect(answer.headers['allow']).to.match(/\bGET\b/);
  });

  it('does not read a body of GET /credits [D requests.3]', async () => {
    const customer = await api.customer();
    const answer = await customer.send(PATHS.credits, { method: 'GET', body: '{', headers: { 'content-type': 'x/y' } });
    expect(answer.status).to.equal(200);
  });

  it('accepts only JSON in UTF-8, however the media type is written [D requests.1]', async () => {
    const customer = await api.customer();
    const types = [
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
    ];
    for (const type of types) {
      expect((await customer.post(PATHS.organizations, { items }, { 'content-type': type })).status, type).to.equal(
        200,
      );
    }
    const others = [
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      '',
    ];
    for (const type of [...others, 'multipart/form-data', 'application/jsonp']) {
      const answer = await customer.post(PATHS.organizations, { items }, { 'content-type': type });
      problemOf(answer, 415, 'unsupported_media_type');
    }
    const packed = await customer.post(PATHS.organizations, { items }, { 'content-encoding': 'gzip' });
    problemOf(packed, 415, 'unsupported_media_type');
  });

  it('ignores unknown fields [D requests.3]', async () => {
    const customer = await api.customer();
    const answer = await customer.post(PATHS.organizations, {
      items: [{ id: acme.id, colour: 'blue', nested: { deep: [1] } }],
      unknown: true,
      infoTypes: 'x',
      limit: -1,
    });
    expect(answer.json).to.have.nested.property('results[0].status', 'matched');
  });

  it('names each invalid field of a request, with messages [D requests.3]', async () => {
    const customer = await api.customer();
    const answer = await customer.post(PATHS.people, { items: [], reveal: ['fax'], dryRun: 'yes', maxCredits: -1 });
    const { errors = {} } = problemOf(answer, 422, 'validation_failed');
    const fields = new Set(Object.keys(errors).map((field) => field.replace(/\W.*$/, '')));
    expect([...fields].sort()).to.deep.equal(['dryRun', 'items', 'maxCredits', 'reveal']);
    for (const messages of Object.values(errors)) expect(messages.join('')).to.be.a('string').that.is.not.empty;
  });
});
