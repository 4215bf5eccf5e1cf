import { DomainError } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { TOKEN, UNKNOWN_ID, useTestApp } from '#testing/routes.js';

describe('admin API', () => {
  const { send, newAccount, upstream } = useTestApp();

  describe('rejects with 401 a request', () => {
    for (const authorization of [
      '',
      'Bearer',
      `Bearer ${TOKEN}x`,
      `Bearer ${TOKEN.slice(1)}`,
      `Digest ${TOKEN}`,
      TOKEN,
    ]) {
      it(`with Authorization: ${authorization.replace(TOKEN, '<token>') || '(none)'}`, async () => {
        for (const path of ['/admin/v1/accounts', '/admin/v1/nothing', '/']) {
          const { status, body, headers } = await send('GET', path, undefined, { authorization });
          expect([status, body.code]).to.deep.equal([401, 'invalid_api_key']);
          expect(headers.get('content-type')).to.equal('application/problem+json');
        }
      });
    }
  });

  describe('invalid requests', () => {
    const invalid: [title: string, body: unknown, field: string][] = [
      ['no name', {}, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a name with NUL', { name: 'Fjord\0AB' }, 'name'],
      ['a name with a lone surrogate', '{"name":"Fjord\\ud800"}', 'name'],
      ['an unknown field', { name: 'Fjord AB', apiEnable: false }, 'apiEnable'],
      ['an unknown nested field', { name: 'Fjord AB', credits: { include: 1 } }, 'credits.include'],
      ['an invalid role code', { name: 'Fjord AB', targetRoles: ['Head of Sales'] }, 'targetRoles.0'],
      ['an amount with 4 decimals', { name: 'Fjord AB', credits: { included: 0.0001 } }, 'credits.included'],
      ['a negative amount', { name: 'Fjord AB', credits: { purchased: -1 } }, 'credits.purchased'],
      ['an amount as text', { name: 'Fjord AB', credits: { purchased: '1' } }, 'credits.purchased'],
      ['an array', [], 'body'],
      ['broken JSON', '{"name":', 'body'],
      ['a repeated member', '{"name":"Fjord AB","name":"Havn AB"}', 'body'],
    ];
    for (const [title, body, field] of invalid) {
      it(`rejects ${title} and names the field`, async () => {
        const answered = await send('POST', '/admin/v1/accounts', body);
        expect([answered.status, answered.body.code]).to.deep.equal([422, 'validation_failed']);
        expect(Object.keys(answered.body.errors)).to.deep.equal([field]);
        expect(upstream.calls).to.deep.equal([]);
      });
    }

    it('rejects a change without fields', async () => {
      const id = await newAccount();
      expect((await send('PATCH', `/admin/v1/accounts/${id}`, {})).status).to.equal(422);
    });

    it('answers 404 for an unknown or malformed id and for an unknown path', async () => {
      const paths = [UNKNOWN_ID, 'x', '%00', '%zz', `${UNKNOWN_ID}'--`].flatMap((id) => [
        `/admin/v1/accounts/${id}`,
        `/admin/v1/accounts/${id}/keys`,
        `/admin/v1/accounts/${id}/credits`,
        `/admin/v1/accounts/${id}/credits/ledger`,
        `/admin/v1/keys/${id}/log`,
      ]);
      for (const path of [...paths, '/admin/v1', '/admin/v1/nothing', '/']) {
        const { status, body } = await send('GET', path);
        expect([path, status, body.code]).to.deep.equal([path, 404, 'not_found']);
      }
      expect(upstream.calls).to.deep.equal([]);
    });

    it('answers 405 with Allow for another method, 415 for another media type, 413 above 64 KiB', async () => {
      const other = await send('DELETE', '/admin/v1/prices');
      expect([other.status, other.body.code]).to.deep.equal([405, 'method_not_allowed']);
      expect(other.headers.get('allow')).to.match(/GET.*PUT|PUT.*GET/);
      const text = await send('POST', '/admin/v1/accounts', '{"name":"Fjord AB"}', { 'content-type': 'text/plain' });
      expect([text.status, text.body.code]).to.deep.equal([415, 'unsupported_media_type']);
      const large = await send('POST', '/admin/v1/accounts', { name: 'x'.repeat(70_000) });
      expect([large.status, large.body.code]).to.deep.equal([413, 'payload_too_large']);
    });
  });

  it('gives every call to another service a deadline', async () => {
    const id = await newAccount();
    await send('GET', `/admin/v1/accounts/${id}/credits`);
    expect(upstream.deadlines.length).to.be.greaterThan(0);
    for (const deadline of upstream.deadlines) expect(deadline - Date.now()).to.be.within(1, 10_000);
  });

  it('shows only a trace id of an unexpected failure', async () => {
    upstream.failure = new DomainError('internal_error', { internal: 'a secret' });
    const { status, body } = await send('GET', '/admin/v1/prices');
    expect([status, body.code]).to.deep.equal([500, 'internal_error']);
    expect(body.traceId).to.match(/^[0-9a-f]{32}$/);
    expect(JSON.stringify(body)).not.to.contain('a secret');
  });
});
