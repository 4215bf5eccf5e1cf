import { expect } from 'chai';
import { balance, useTestApp } from '#testing/routes.js';

describe('admin API: credits', () => {
  const { send, newAccount, upstream } = useTestApp();

  const shown = {
    included: 100,
    purchased: 5.5,
    total: 105.5,
    subscription: { included: 100, renewsAt: '2026-04-01T12:00:00.000Z' },
  };

  it('answers a balance, a grant and a subscription in the same shape', async () => {
    const id = await newAccount();
    const credits = `/admin/v1/accounts/${id}/credits`;
    expect((await send('GET', credits)).body).to.deep.equal(shown);
    const grant = await send('POST', `${credits}/grants`, { purchased: 2.5, reference: 'invoice 7' });
    expect(grant.body).to.deep.equal(shown);
    expect((await send('POST', `${credits}/subscription`, { included: 100 })).body).to.deep.equal(shown);
    expect(upstream.calls).to.deep.equal([
      ['getBalances', { accountIds: [id] }],
      ['grant', { accountId: id, purchasedMillicredits: 2_500, reference: 'invoice 7' }],
      ['subscribe', { accountId: id, includedMillicredits: 100_000 }],
    ]);
  });

  it('rejects a grant without a reference [D money.4]', async () => {
    const grants = `/admin/v1/accounts/${await newAccount()}/credits/grants`;
    const { status, body } = await send('POST', grants, { purchased: 2.5 });
    expect([status, Object.keys(body.errors)]).to.deep.equal([422, ['reference']]);
    expect(upstream.calls).to.deep.equal([]);
  });

  it('shows 0 credits and subscription null without a subscription', async () => {
    const id = await newAccount();
    upstream.balance = balance(0, 0, false);
    const { body } = await send('GET', `/admin/v1/accounts/${id}/credits`);
    expect(body).to.deep.equal({ included: 0, purchased: 0, total: 0, subscription: null });
  });

  it('lists the signed changes of the ledger, page by page', async () => {
    const id = await newAccount();
    const at = { seconds: Date.parse('2026-03-01T12:00:00Z') / 1000, nanos: 0 };
    const entry = { at, kind: 'reset', includedMillicredits: -200, purchasedMillicredits: 1_000 };
    upstream.entries = Array.from({ length: 1_000 }, (_, index) => ({ entryId: index + 1, ...entry }));
    const first = await send('GET', `/admin/v1/accounts/${id}/credits/ledger`);
    expect(first.body[0]).to.deep.equal({
      at: '2026-03-01T12:00:00.000Z',
      kind: 'reset',
      included: -0.2,
      purchased: 1,
      reservationId: null,
      reference: null,
    });
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    upstream.entries = [{ entryId: 1_001, ...entry, reference: 'invoice 7' }];
    const last = await send('GET', next);
    expect(last.body).to.have.length(1);
    expect(last.headers.get('link')).to.equal(null);
    expect(upstream.calls.map(([, request]) => request)).to.deep.equal([
      { accountId: id, afterEntryId: 0, limit: 1_000 },
      { accountId: id, afterEntryId: 1_000, limit: 1_000 },
    ]);
  });

  it('lists a period of the ledger, whose end it excludes, and reads no page after it', async () => {
    const id = await newAccount();
    const start = Date.parse('2026-03-01T00:00:00Z') / 1000;
    const all = Array.from({ length: 3_000 }, (_, index) => ({
      entryId: index + 1,
      at: { seconds: start + index * 60, nanos: 0 },
      kind: 'grant',
      includedMillicredits: 0,
      purchasedMillicredits: 1_000,
      reference: `invoice ${index}`,
    }));
    upstream.entriesAfter = (after, limit) => all.slice(after, after + limit);
    const references: string[] = [];
    let next = `/admin/v1/accounts/${id}/credits/ledger?since=2026-03-01T10:00:00Z&until=2026-03-02T10:00:00Z`;
    let pages = 0;
    while (next !== '') {
      const answer = await send('GET', next);
      references.push(...(answer.body as unknown as { reference: string }[]).map(({ reference }) => reference));
      next = /^<(.+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1] ?? '';
      pages += 1;
    }
    expect([references.length, references[0], references.at(-1), pages]).to.deep.equal([
      1_440,
      'invoice 600',
      'invoice 2039',
      2,
    ]);
    expect(upstream.calls.length, 'reads').to.be.lessThan(30);
  });

  it('rejects a period that is no time', async () => {
    const ledger = `/admin/v1/accounts/${await newAccount()}/credits/ledger`;
    for (const field of ['since', 'until']) {
      const { status, body } = await send('GET', `${ledger}?${field}=yesterday`);
      expect([status, Object.keys(body.errors)]).to.deep.equal([422, [field]]);
    }
  });
});
