import { randomUUID } from 'node:crypto';
import { codeOf } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { openTestAccounts, type TestAccounts } from '#testing/accounts.js';
import type { Account } from './accounts.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('accounts', () => {
  let test: TestAccounts;

  before(async () => {
    test = await openTestAccounts();
  });
  after(() => test.close());

  it('keeps the name, API access, target roles and price group of a new account', async () => {
    const settings = {
      name: 'Fjord AB',
      apiEnabled: false,
      targetRoles: ['ceo', 'head_of_sales'],
      priceGroup: 'nordic',
    };
    const account = await test.accounts.create(settings);
    expect(account).to.deep.include({ ...settings, createdAt: test.clock.now() });
    expect(await test.accounts.get(account.id)).to.deep.equal(account);
  });

  it('changes only the given fields', async () => {
    const account = await test.newAccount({ targetRoles: ['ceo'], priceGroup: 'nordic' });
    const renamed = await test.accounts.update(account.id, { name: 'Havn AB' });
    expect(renamed).to.deep.equal({ ...account, name: 'Havn AB' });
    const cleared = await test.accounts.update(account.id, { targetRoles: [], apiEnabled: false });
    expect(cleared).to.deep.equal({ ...renamed, targetRoles: [], apiEnabled: false });
    expect(await test.accounts.get(account.id)).to.deep.equal(cleared);
  });

  it('lists accounts in the order of their creation, page by page without a gap or a repetition', async () => {
    const other = await openTestAccounts();
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

  it('creates no account when `prepare` fails', async () => {
    const before = await test.accounts.list(100);
    const failure = new Error('no credits today');
    let offered: string | undefined;
    const settings = { name: 'Fjord AB', apiEnabled: true, targetRoles: [], priceGroup: 'default' };
    const prepare = (id: string): Promise<never> => {
      offered = id;
      return Promise.reject(failure);
    };
    const attempt = test.accounts.create(settings, { prepare });
    expect(await attempt.catch((error: unknown) => error)).to.equal(failure);
    expect(await test.accounts.list(100)).to.deep.equal(before);
    expect(await codeOf(test.accounts.get(offered ?? ''))).to.equal('not_found');
  });

  it('creates one account for repeated and for concurrent calls with one id [D money.4]', async () => {
    const settings = {
      id: randomUUID(),
      name: 'Fjord AB',
      apiEnabled: true,
      targetRoles: ['ceo'],
      priceGroup: 'default',
    };
    let prepared = 0;
    const prepare = (): Promise<void> => {
      prepared += 1;
      return Promise.resolve();
    };
    const create = (): Promise<Account> => test.accounts.create(settings, { prepare });
    const [first, second] = await Promise.all([create(), create()]);
    expect(first).to.deep.equal(second);
    expect(first).to.deep.include(settings);
    const before = prepared;
    expect(await create()).to.deep.equal(first);
    expect(prepared, '`prepare` of an account that exists').to.equal(before);
    const other = { ...settings, targetRoles: ['cfo'] };
    expect(await codeOf(test.accounts.create(other))).to.equal('validation_failed');
    expect(await test.accounts.get(settings.id)).to.deep.equal(first);
  });

  it('throws not_found for an unknown id', async () => {
    expect(await codeOf(test.accounts.get(UNKNOWN_ID))).to.equal('not_found');
    expect(await codeOf(test.accounts.update(UNKNOWN_ID, { name: 'Havn AB' }))).to.equal('not_found');
  });
});
