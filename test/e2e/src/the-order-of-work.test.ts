import { expect } from 'chai';
import { counted, keyed, overEveryInstallation, PATHS, problemOf, recordsOf } from './support/index.js';

const { contact, organization } = recordsOf(import.meta.url);

const acme = organization({ name: 'Nordvik AB' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordordning.example' });

const reveal = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 1 };
const TEXT = { 'content-type': 'text/plain' };
const TOO_LARGE = 'x'.repeat(256 * 1024 + 1);

/** Each request also fails every later step, so only the order decides which error is answered. */
overEveryInstallation('A request is processed in one order', { organizations: [acme], contacts: [astrid] }, (api) => {
  it('step 1 authenticates, whatever the path, method or body [D requests.1]', async () => {
    const calls = [
      { path: '/nowhere', options: { method: 'PATCH', body: TOO_LARGE, headers: TEXT } },
      { path: PATHS.reveal, options: { method: 'GET' } },
      { path: PATHS.reveal, options: { method: 'POST', body: '{', headers: TEXT } },
      { path: '', options: {} },
      { path: '/openapi.json/', options: {} },
    ];
    for (const { path, options } of calls) problemOf(await api.send(path, options), 401, 'invalid_api_key');
  });

  it('serves the OpenAPI document without a key, and nothing else below the base path [D requests.1]', async () => {
    const answer = await api.fetch('/external/v1/openapi.json');
    expect(answer.status).to.equal(200);
    expect(answer.json).to.have.property('openapi');
  });

  it('step 2 counts the request: 429 before 404, 405 and 403 [D requests.1]', async () => {
    const customer = await api.customer({ limits: { overall: 1 }, apiEnabled: false });
    await customer.send(PATHS.credits);
    problemOf(await customer.send('/nowhere'), 429, 'rate_limited');
    problemOf(await customer.send(PATHS.reveal, { method: 'DELETE' }), 429, 'rate_limited');
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE, TEXT), 429, 'rate_limited');
  });

  it('step 3 finds the route: 404 and 405 before 403 [D requests.1]', async () => {
    const customer = await api.customer({ apiEnabled: false });
    problemOf(await customer.post('/nowhere', TOO_LARGE, TEXT), 404, 'not_found');
    problemOf(await customer.send(PATHS.reveal, { method: 'PUT', body: TOO_LARGE }), 405, 'method_not_allowed');
  });

  it('step 4 checks API access: 403 before 413, 415 and 422 [D requests.1]', async () => {
    const customer = await api.customer({ apiEnabled: false });
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE, TEXT), 403, 'feature_not_enabled');
    problemOf(await customer.post(PATHS.reveal, '{', TEXT), 403, 'feature_not_enabled');
    problemOf(await customer.post(PATHS.reveal, {}), 403, 'feature_not_enabled');
    problemOf(await customer.post(PATHS.reveal, reveal), 403, 'feature_not_enabled');
  });

  it('step 5 checks the size: 413 before 415 and 422 [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE, TEXT), 413, 'payload_too_large');
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE), 413, 'payload_too_large');
  });

  it('step 6 checks the media type: 415 before 422, also for a body without a Content-Type [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, '{', TEXT), 415, 'unsupported_media_type');
    problemOf(await customer.post(PATHS.reveal, reveal, { 'content-type': undefined }), 415, 'unsupported_media_type');
  });

  it('step 7 validates the body: 422 before 400 [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, '{'), 422, 'validation_failed');
    problemOf(await customer.post(PATHS.reveal, { ...reveal, infoTypes: [] }), 422, 'validation_failed');
    const many = { ...reveal, items: Array(26).fill(reveal.items[0]) };
    problemOf(await customer.post(PATHS.reveal, many), 422, 'too_many_items');
  });

  it('step 8 requires the Idempotency-Key: 400 before any work [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, reveal), 400, 'idempotency_key_required');
    const tooLong = { 'idempotency-key': 'k'.repeat(256) };
    problemOf(await customer.post(PATHS.reveal, reveal, tooLong), 422, 'validation_failed');
  });

  it('step 9 compares the Idempotency-Key with its stored request: 422 before any work [D requests.1]', async () => {
    const customer = await api.customer({ credits: { included: 0.2 } });
    const key = keyed();
    expect((await customer.post(PATHS.reveal, reveal, key)).status).to.equal(200);
    const unpayable = { ...reveal, infoTypes: ['phone'] };
    problemOf(await customer.post(PATHS.reveal, unpayable, key), 422, 'idempotency_key_reused');
  });

  it('step 10 does the work: insufficient credits are reported last [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, reveal, keyed()), 402, 'insufficient_credits');
  });

  it('counts the request and sends rate headers at every step after the first, whatever the outcome [D requests.1]', async () => {
    const customer = await api.customer({ limits: 'default' });
    const answers = [
      await customer.post('/nowhere', reveal),
      await customer.send(PATHS.people),
      await customer.post(PATHS.organizations, TOO_LARGE),
      await customer.post(PATHS.organizations, 'x', TEXT),
      await customer.post(PATHS.organizations, '{'),
      await customer.post(PATHS.organizations, { items: [] }),
      await customer.send(PATHS.credits),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 405, 413, 415, 422, 422, 200]);
    expect(answers.map((answer) => counted(answer).overall)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
  });
});
