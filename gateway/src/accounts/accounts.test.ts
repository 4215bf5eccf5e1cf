import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { codeOf, openTestEdge, type TestEdge } from '../api-keys/testing.js';
import type { Account } from './accounts.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('accounts', () => {
  let edge: TestEdge;

  before(async () => {
    edge = await openTestEdge();
  });
  after(() => edge.close());

  it('are kept with name, API access, target roles and price group', async () => {
    const settings = {
      name: 'Fjord AB',
      apiEnabled: false,
      targetRoles: ['ceo', 'head_of_sales'],
      priceGroup: 'nordic',
    };
    const account = await edge.accounts.create(settings);
    expect(account).to.deep.include({ ...settings, createdAt: edge.clock.now() });
    expect(await edge.accounts.get(account.id)).to.deep.equal(account);
  });

  it('change in what is given alone', async () => {
    const account = await edge.newAccount({ targetRoles: ['ceo'], priceGroup: 'nordic' });
    const renamed = await edge.accounts.update(account.id, { name: 'Havn AB' });
    expect(renamed).to.deep.equal({ ...account, name: 'Havn AB' });
    const cleared = await edge.accounts.update(account.id, { targetRoles: [], apiEnabled: false });
    expect(cleared).to.deep.equal({ ...renamed, targetRoles: [], apiEnabled: false });
    expect(await edge.accounts.get(account.id)).to.deep.equal(cleared);
  });

  it('are listed in the order of creation, page by page without gap or repetition', async () => {
    const other = await openTestEdge();
    try {
      const made: string[] = [];
      for (let account = 0; account < 5; account += 1) {
        other.clock.advance(1);
        made.push((await other.newAccount()).id);
      }
      const pages = [
        await other.accounts.list(2),
        await other.accounts.list(2, made[1]),
        await other.accounts.list(2, made[3]),
      ];
      expect(pages.map((page) => page.map(({ id }) => id))).to.deep.equal([
        made.slice(0, 2),
        made.slice(2, 4),
        made.slice(4),
      ]);
    } finally {
      await other.close();
    }
  });

  it('do not come to be when what must go before fails', async () => {
    const before = await edge.accounts.list(100);
    const refusal = new Error('no credits today');
    let offered: string | undefined;
    const settings = { name: 'Fjord AB', apiEnabled: true, targetRoles: [], priceGroup: 'default' };
    const attempt = edge.accounts.create(settings, (id) => {
      offered = id;
      return Promise.reject(refusal);
    });
    expect(await attempt.catch((error: unknown) => error)).to.equal(refusal);
    expect(await edge.accounts.list(100)).to.deep.equal(before);
    expect(await codeOf(edge.accounts.get(offered ?? ''))).to.equal('not_found');
  });

  it('that are made again under one id are one account, also at the same time [D money.4]', async () => {
    const wanted = {
      id: randomUUID(),
      name: 'Fjord AB',
      apiEnabled: true,
      targetRoles: ['ceo'],
      priceGroup: 'default',
    };
    let prepared = 0;
    const create = (): Promise<Account> =>
      edge.accounts.create(wanted, () => {
        prepared += 1;
        return Promise.resolve();
      });
    const [first, second] = await Promise.all([create(), create()]);
    expect(first).to.deep.equal(second);
    expect(first).to.deep.include(wanted);
    const before = prepared;
    expect(await create()).to.deep.equal(first);
    expect(prepared, 'what goes before an account that is there').to.equal(before);
    const other = { ...wanted, targetRoles: ['cfo'] };
    expect(await codeOf(edge.accounts.create(other))).to.equal('validation_failed');
    expect(await edge.accounts.get(wanted.id)).to.deep.equal(first);
  });

  it('that are not there are not_found', async () => {
    expect(await codeOf(edge.accounts.get(NOBODY))).to.equal('not_found');
    expect(await codeOf(edge.accounts.update(NOBODY, { name: 'Havn AB' }))).to.equal('not_found');
  });
});
