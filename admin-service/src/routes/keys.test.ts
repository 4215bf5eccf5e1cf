import { expect } from 'chai';
import { useTestApp } from '#testing/routes.js';

describe('admin API: keys', () => {
  const { send, newAccount, operator } = useTestApp();

  it('[5.2] shows a key once, at its creation, and afterwards its first 12 characters', async () => {
    const account = await newAccount();
    const created = await send('POST', `/admin/v1/accounts/${account}/keys`, {
      name: 'crm',
      limits: { search: 100 },
    });
    expect(created.status).to.equal(201);
    expect(created.body).to.have.all.keys('id', 'name', 'prefix', 'key');
    const { body } = await send('GET', `/admin/v1/accounts/${account}/keys`);
    expect(body).to.deep.equal([
      {
        id: created.body.id,
        name: 'crm',
        prefix: created.body.key.slice(0, 12),
        createdAt: '2026-03-01T12:00:00.000Z',
        revokedAt: null,
        expiresAt: null,
        limits: { overall: 60, search: 100, spend: 5 },
      },
    ]);
  });

  it('[5.3] rolls a key with an overlap of 0 to 7 days, and revokes it', async () => {
    const account = await newAccount();
    const { id } = (await send('POST', `/admin/v1/accounts/${account}/keys`, { name: 'crm' })).body;
    const rolled = await send('POST', `/admin/v1/keys/${id}/roll`, { overlapSeconds: 604_800 });
    expect(rolled.body).to.deep.equal({ id, key: rolled.body.key, oldExpiresAt: '2026-03-08T12:00:00.000Z' });
    const immediate = await send('POST', `/admin/v1/keys/${id}/roll`, {});
    expect(immediate.body.oldExpiresAt).to.equal('2026-03-01T12:00:00.000Z');
    const tooLong = await send('POST', `/admin/v1/keys/${id}/roll`, { overlapSeconds: 604_801 });
    expect([tooLong.status, Object.keys(tooLong.body.errors)]).to.deep.equal([422, ['overlapSeconds']]);
    const revoked = await send('POST', `/admin/v1/keys/${id}/revoke`);
    expect(revoked.body).to.deep.equal({ id, revokedAt: '2026-03-01T12:00:00.000Z' });
    expect((await send('POST', `/admin/v1/keys/${id}/roll`, {})).body.code).to.equal('validation_failed');
  });

  it('[5.3] shows the log of a key since an instant', async () => {
    const account = await newAccount();
    const { id } = (await send('POST', `/admin/v1/accounts/${account}/keys`, { name: 'crm' })).body;
    const days = ['2026-01-01', '2026-02-20', '2026-03-01'].map((day) => new Date(`${day}T10:00:00Z`));
    for (const day of days) {
      await operator().query('select edge.ensure_request_log_partitions($1)', [day]);
      await operator().query(
        `insert into edge.request_log
           (key_id, account_id, at, method, path, status, duration_ms, items, credits_millicredits)
         values ($1, $2, $3, 'POST', '/people/match', 200, 12, 3, 1200)`,
        [id, account, day],
      );
    }
    const request = { method: 'POST', path: '/people/match', status: 200, durationMs: 12, items: 3, credits: 1.2 };
    const { body } = await send('GET', `/admin/v1/keys/${id}/log`);
    expect(body).to.deep.equal([
      { at: '2026-02-20T10:00:00.000Z', ...request },
      { at: '2026-03-01T10:00:00.000Z', ...request },
    ]);
    for (const since of ['2026-03-01', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00%2B01:00']) {
      expect((await send('GET', `/admin/v1/keys/${id}/log?since=${since}`)).body, since).to.have.length(1);
    }
    const bad = await send('GET', `/admin/v1/keys/${id}/log?since=yesterday`);
    expect([bad.status, Object.keys(bad.body.errors)]).to.deep.equal([422, ['since']]);
  });
});
