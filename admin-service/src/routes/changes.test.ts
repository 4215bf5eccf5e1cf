import { DomainError } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { UNKNOWN_ID, useTestApp } from '#testing/routes.js';

interface Line {
  readonly id: string;
  readonly at: string;
  readonly actor: object;
  readonly action: string;
  readonly accountId: string | null;
  readonly subject: { readonly kind: string; readonly id: string } | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly outcome: string;
}

describe('the trail of changes', () => {
  const { upstream, send, newAccount } = useTestApp();

  async function linesOf(accountId: string): Promise<Line[]> {
    return (await send('GET', `/admin/v1/accounts/${accountId}/changes`)).body as unknown as Line[];
  }

  it('has a line for every change of an account and its keys: who, what, and what it was before', async () => {
    const accountId = await newAccount({ name: 'Fjord AB', credits: { included: 5, purchased: 1.5 } });
    await send('PATCH', `/admin/v1/accounts/${accountId}`, { name: 'Havn AB', targetRoles: ['ceo'] });
    const { id: keyId, key } = (await send('POST', `/admin/v1/accounts/${accountId}/keys`, { name: 'crm' })).body;
    await send('POST', `/admin/v1/keys/${keyId}/roll`, { overlapSeconds: 60 });
    await send('POST', `/admin/v1/keys/${keyId}/revoke`);
    const lines = await linesOf(accountId);
    expect(lines.map(({ action }) => action)).to.deep.equal([
      'key.revoke',
      'key.roll',
      'key.create',
      'account.update',
      'account.create',
    ]);
    for (const line of lines) {
      expect(line.actor).to.deep.equal({ kind: 'token', id: null, name: 'admin token' });
      expect(line.outcome).to.equal('done');
    }
    expect(lines[4]?.details).to.deep.include({ name: 'Fjord AB', credits: { included: 5, purchased: 1.5 } });
    expect(lines[3]?.details).to.deep.equal({
      name: { from: 'Fjord AB', to: 'Havn AB' },
      targetRoles: { from: [], to: ['ceo'] },
    });
    expect(lines[0]?.subject).to.deep.equal({ kind: 'key', id: keyId });
    expect(JSON.stringify(lines), 'a secret').not.to.include(key.slice(12));
  });

  it('has a line for what other services change, with its outcome, and no address', async () => {
    const accountId = await newAccount();
    await send('POST', `/admin/v1/accounts/${accountId}/credits/grants`, { purchased: 2.5, reference: 'invoice 7' });
    await send('POST', `/admin/v1/accounts/${accountId}/credits/subscription`, { included: 100 });
    await send('POST', `/admin/v1/accounts/${accountId}/owned-emails`, { emails: ['sales@example.se'] });
    upstream.failure = new DomainError('validation_failed');
    await send('POST', `/admin/v1/accounts/${accountId}/credits/grants`, { purchased: 9, reference: 'invoice 7' });
    const lines = await linesOf(accountId);
    expect(lines.slice(0, 4).map(({ action, outcome, details }) => [action, outcome, details])).to.deep.equal([
      ['credits.grant', 'rejected', { purchased: 9, reference: 'invoice 7' }],
      ['owned_emails.add', 'done', { count: 1 }],
      ['credits.subscribe', 'done', { included: 100 }],
      ['credits.grant', 'done', { purchased: 2.5, reference: 'invoice 7' }],
    ]);
  });

  it('has a line for a price, which is of no one account', async () => {
    await send('PUT', '/admin/v1/prices', { group: 'nordic', subject: 'contact', infoType: 'email', credits: 0.5 });
    const [line] = (await send('GET', '/admin/v1/changes?limit=1')).body as unknown as Line[];
    expect(line).to.deep.include({
      action: 'price.set',
      accountId: null,
      subject: { kind: 'price', id: 'nordic/contact/email' },
      details: { credits: 0.5 },
    });
  });

  it('has no line for a request that changes nothing', async () => {
    const accountId = await newAccount();
    const { id: keyId } = (await send('POST', `/admin/v1/accounts/${accountId}/keys`, { name: 'crm' })).body;
    await send('POST', `/admin/v1/keys/${keyId}/revoke`);
    const before = await linesOf(accountId);
    await send('POST', `/admin/v1/keys/${keyId}/revoke`);
    await send('PATCH', `/admin/v1/accounts/${accountId}`, { name: 'Fjord AB' });
    await send('POST', `/admin/v1/keys/${UNKNOWN_ID}/roll`, {});
    expect(await linesOf(accountId)).to.deep.equal(before);
  });

  it('is read in pages, newest first, each line once', async () => {
    const accountId = await newAccount();
    for (let number = 0; number < 4; number += 1)
      await send('PATCH', `/admin/v1/accounts/${accountId}`, { name: `Fjord ${number}` });
    const all = await linesOf(accountId);
    const read: Line[] = [];
    let path: string | undefined = `/admin/v1/accounts/${accountId}/changes?limit=2`;
    while (path !== undefined) {
      const answer = await send('GET', path);
      read.push(...(answer.body as unknown as Line[]));
      path = /^<(.*)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1];
    }
    expect(read).to.deep.equal(all);
    expect(read).to.have.length(5);
  });

  it('is filtered by a period, which begins at `since` and ends before `until`, also in pages', async () => {
    const accountId = await newAccount();
    for (let number = 0; number < 4; number += 1)
      await send('PATCH', `/admin/v1/accounts/${accountId}`, { name: `Fjord ${number}` });
    const all = await linesOf(accountId);
    const [since, until] = [all[3]?.at ?? '', all[1]?.at ?? ''];
    const within = all.filter(({ at }) => at >= since && at < until);
    expect(within).to.have.length.within(1, 4);
    const period = `since=${since}&until=${until}`;
    for (const filter of [`/accounts/${accountId}/changes?`, `/changes?account=${accountId}&`]) {
      expect((await send('GET', `/admin/v1${filter}${period}`)).body).to.deep.equal(within);
      const answer = await send('GET', `/admin/v1${filter}${period}&limit=1`);
      expect(answer.body).to.deep.equal(within.slice(0, 1));
      expect(new URLSearchParams(answer.headers.get('link')?.split('?')[1]?.split('>')[0]).get('since')).to.equal(
        since,
      );
    }
    expect((await send('GET', `/admin/v1/accounts/${accountId}/changes?since=yesterday`)).status).to.equal(422);
  });

  it('is filtered by account and by user', async () => {
    const accountId = await newAccount();
    const all = (await send('GET', `/admin/v1/changes?account=${accountId}`)).body as unknown as Line[];
    expect(all.map((line) => line.accountId)).to.deep.equal([accountId]);
    expect((await send('GET', `/admin/v1/changes?actor=${UNKNOWN_ID}`)).body).to.deep.equal([]);
    expect((await send('GET', `/admin/v1/changes?actor=${UNKNOWN_ID}&account=${accountId}`)).body).to.deep.equal([]);
    expect((await send('GET', '/admin/v1/changes?who=me')).status).to.equal(422);
    expect((await send('GET', `/admin/v1/accounts/${UNKNOWN_ID}/changes`)).status).to.equal(404);
  });
});
