import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { contact, counted, organization, overBothTransports, PATHS, problemOf } from './support/index.js';

const acme = organization({ name: 'Nordvik AB' });
const astrid = contact(acme, { name: 'Astrid Exempel', email: 'astrid@nordvik.example' });

const reveal = { items: [{ contactId: astrid.id }], infoTypes: ['email'], maxCredits: 1 };
const TEXT = { 'content-type': 'text/plain' };
const TOO_LARGE = 'x'.repeat(256 * 1024 + 1);

/** Each request has a fault of every later step as well, so that only the order tells which one is answered. */
overBothTransports('A request is worked on in one order', { organizations: [acme], contacts: [astrid] }, (api) => {
  it('authenticates first, whatever the path, method or body [D requests.1]', async () => {
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

  it('then counts: 429 before 404, 405 and 403 [D requests.1]', async () => {
    const customer = await api.customer({ limits: { overall: 1 }, apiEnabled: false });
    await customer.send(PATHS.credits);
    problemOf(await customer.send('/nowhere'), 429, 'rate_limited');
    problemOf(await customer.send(PATHS.reveal, { method: 'DELETE' }), 429, 'rate_limited');
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE, TEXT), 429, 'rate_limited');
  });

  it('then finds the route: 404 and 405 before 403 [D requests.1]', async () => {
    const customer = await api.customer({ apiEnabled: false });
    problemOf(await customer.post('/nowhere', TOO_LARGE, TEXT), 404, 'not_found');
    problemOf(await customer.send(PATHS.reveal, { method: 'PUT', body: TOO_LARGE }), 405, 'method_not_allowed');
  });

  it('then asks whether API access is on: 403 before 413, 415 and 422 [D requests.1]', async () => {
    const customer = await api.customer({ apiEnabled: false });
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE, TEXT), 403, 'feature_not_enabled');
    problemOf(await customer.post(PATHS.reveal, '{', TEXT), 403, 'feature_not_enabled');
    problemOf(await customer.post(PATHS.reveal, {}), 403, 'feature_not_enabled');
    problemOf(await customer.post(PATHS.reveal, reveal), 403, 'feature_not_enabled');
  });

  it('then the size: 413 before 415 and 422 [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE, TEXT), 413, 'payload_too_large');
    problemOf(await customer.post(PATHS.reveal, TOO_LARGE), 413, 'payload_too_large');
  });

  it('then the media type: 415 before 422, for a body without one too [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, '{', TEXT), 415, 'unsupported_media_type');
    problemOf(await customer.post(PATHS.reveal, reveal, { 'content-type': undefined }), 415, 'unsupported_media_type');
  });

  it('then the body: 422 before 400 [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, '{'), 422, 'validation_failed');
    problemOf(await customer.post(PATHS.reveal, { ...reveal, infoTypes: [] }), 422, 'validation_failed');
    const many = { ...reveal, items: Array(26).fill(reveal.items[0]) };
    problemOf(await customer.post(PATHS.reveal, many), 422, 'too_many_items');
  });

  it('then the Idempotency-Key: 400 before any work [D requests.1]', async () => {
    const customer = await api.customer();
    problemOf(await customer.post(PATHS.reveal, reveal), 400, 'idempotency_key_required');
    const tooLong = { 'idempotency-key': 'k'.repeat(256) };
    problemOf(await customer.post(PATHS.reveal, reveal, tooLong), 422, 'validation_failed');
  });

  it('then works: what it cannot do yet is said last of all [D requests.1]', async () => {
    const customer = await api.customer();
    const key = { 'idempotency-key': randomUUID() };
    problemOf(await customer.post(PATHS.reveal, reveal, key), 503, 'service_unavailable');
  });

  it('counts and shows the rates at every step after the first, whatever becomes of the request [D requests.1]', async () => {
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
