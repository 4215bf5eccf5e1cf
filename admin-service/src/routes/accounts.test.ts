import { randomUUID } from 'node:crypto';
import { DomainError } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { useTestApp } from '#testing/routes.js';

describe('admin API: accounts', () => {
  const { send, newAccount, upstream } = useTestApp();

  it('creates an account with defaults, after its credits', async () => {
    const { status, body } = await send('POST', '/admin/v1/accounts', { name: 'Fjord AB' });
    expect(status).to.equal(201);
    const settings = { name: 'Fjord AB', apiEnabled: true, targetRoles: [], priceGroup: 'default' };
    expect(body).to.deep.equal({ id: body.id, ...settings, createdAt: '2026-03-01T12:00:00.000Z' });
    expect(upstream.calls).to.deep.equal([['subscribe', { accountId: body.id, includedMillicredits: 0 }]]);
  });

  it('creates an account with the given settings and credits of up to 3 decimals', async () => {
    const given = { name: 'Fjord AB', apiEnabled: false, targetRoles: ['ceo', 'cfo', 'ceo'], priceGroup: 'nordic' };
    const { body } = await send('POST', '/admin/v1/accounts', {
      ...given,
      credits: { included: 100.005, purchased: 0.2 },
    });
    expect(body).to.deep.include({ ...given, targetRoles: ['ceo', 'cfo'] });
    expect(upstream.calls).to.deep.equal([
      ['subscribe', { accountId: body.id, includedMillicredits: 100_005 }],
      ['grant', { accountId: body.id, purchasedMillicredits: 200, reference: 'account created' }],
    ]);
  });

  it('creates an account without a subscription when credits is null', async () => {
    await send('POST', '/admin/v1/accounts', { name: 'Fjord AB', credits: null });
    expect(upstream.calls).to.deep.equal([]);
  });

  it('creates no account when its credits cannot be added', async () => {
    const before = await send('GET', '/admin/v1/accounts');
    upstream.failure = new DomainError('service_unavailable');
    expect((await send('POST', '/admin/v1/accounts', { name: 'Fjord AB' })).body.code).to.equal('service_unavailable');
    expect((await send('GET', '/admin/v1/accounts')).body).to.deep.equal(before.body);
  });

  it('creates one account with an id, however often and however late the request is repeated [D money.4]', async () => {
    const id = randomUUID();
    const wanted = { id, name: 'Fjord AB', credits: { included: 100, purchased: 5 } };
    // The reply is lost, so the write may have been made.
    upstream.failure = new DomainError('service_unavailable');
    const lost = await send('POST', '/admin/v1/accounts', wanted);
    expect([lost.status, lost.body.code]).to.deep.equal([503, 'service_unavailable']);
    expect(lost.body.detail).to.include('not known').and.include(id);
    upstream.failure = undefined;
    upstream.calls.length = 0;
    const made = await send('POST', '/admin/v1/accounts', wanted);
    expect([made.status, made.body.id]).to.deep.equal([201, id]);
    // The same id and reference, so that nothing that was made before is made twice.
    expect(upstream.calls).to.deep.equal([
      ['subscribe', { accountId: id, includedMillicredits: 100_000 }],
      ['grant', { accountId: id, purchasedMillicredits: 5_000, reference: 'account created' }],
    ]);
    upstream.calls.length = 0;
    upstream.entries = [
      { entryId: 1, at: null, kind: 'subscribe', includedMillicredits: 100_000, purchasedMillicredits: 0 },
      {
        entryId: 2,
        at: null,
        kind: 'grant',
        includedMillicredits: 0,
        purchasedMillicredits: 5_000,
        reference: 'account created',
      },
    ];
    const again = await send('POST', '/admin/v1/accounts', wanted);
    expect([again.status, again.body]).to.deep.equal([201, made.body]);
    const other = await send('POST', '/admin/v1/accounts', { ...wanted, credits: { included: 100, purchased: 7 } });
    expect([other.status, Object.keys(other.body.errors)]).to.deep.equal([422, ['id']]);
    expect(new Set(upstream.calls.map(([method]) => method))).to.deep.equal(new Set(['listEntries']));
  });

  it('names the id of an account that may have been created, also when the service chose it [D money.4]', async () => {
    upstream.failure = new DomainError('service_unavailable');
    const { body } = await send('POST', '/admin/v1/accounts', { name: 'Fjord AB', credits: { purchased: 5 } });
    const tried = upstream.calls[0]?.[1] as { accountId: string };
    expect(body.detail).to.include(tried.accountId);
  });

  it('rejects the id of another account and leaves its credits unchanged', async () => {
    const id = await newAccount({ name: 'Fjord AB' });
    upstream.calls.length = 0;
    const { status, body } = await send('POST', '/admin/v1/accounts', { id, name: 'Havn AB' });
    expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['id']]);
    expect(upstream.calls).to.deep.equal([]);
    expect((await send('GET', `/admin/v1/accounts/${id}`)).body).to.deep.include({ name: 'Fjord AB' });
  });

  it('shows an account with the e-mail addresses that it owns', async () => {
    const id = await newAccount();
    const { body } = await send('GET', `/admin/v1/accounts/${id}`);
    expect(body).to.deep.include({ id, name: 'Fjord AB', ownedEmails: ['info@example.se'] });
  });

  it('changes only the given fields', async () => {
    const id = await newAccount({ name: 'Fjord AB', targetRoles: ['ceo'] });
    const { body } = await send('PATCH', `/admin/v1/accounts/${id}`, { apiEnabled: false, targetRoles: [] });
    expect(body).to.deep.include({ name: 'Fjord AB', apiEnabled: false, targetRoles: [] });
  });

  it('adds owned e-mail addresses', async () => {
    const id = await newAccount();
    const emails = ['sales@example.se'];
    const { body } = await send('POST', `/admin/v1/accounts/${id}/owned-emails`, { emails });
    expect(body).to.deep.equal({ id, ownedEmails: emails });
    expect(upstream.calls).to.deep.equal([['addOwnedEmails', { accountId: id, emails }]]);
  });
});
