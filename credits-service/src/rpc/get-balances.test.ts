import { randomUUID } from 'node:crypto';
import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import {
  brief,
  briefLedger,
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  type CreditsDatabase,
} from '#testing/credits-database.js';
import { createCreditsReader } from './reader.js';

describe('getBalances', () => {
  let database: CreditsDatabase;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
  });
  beforeEach(() => database.clock.set('2026-01-31T12:00:00Z'));
  after(() => database.close());

  const balancesOf = async (...accountIds: string[]) =>
    (await database.reader.getBalances({ accountIds }, call())).balances;
  const subscribed = async (includedMillicredits: number): Promise<string> => {
    accounts += 1;
    const accountId = testAccount(accounts);
    await database.ledger.subscribe({ accountId, includedMillicredits }, call());
    return accountId;
  };

  it('[1.7] returns the balance of each account in request order, twice for an account named twice', async () => {
    const [one, other] = [await subscribed(1000), await subscribed(2000)];
    await database.ledger.grant({ accountId: other, purchasedMillicredits: 500, reference: randomUUID() }, call());
    const balances = await balancesOf(other, one, other);
    expect(balances.map((balance) => balance.accountId)).to.deep.equal([other, one, other]);
    expect(balances.map(brief)).to.deep.equal([
      [2000, 500, 2000, '2026-02-28T12:00:00.000Z'],
      [1000, 0, 1000, '2026-02-28T12:00:00.000Z'],
      [2000, 500, 2000, '2026-02-28T12:00:00.000Z'],
    ]);
  });

  it('returns zeros and no subscription for an account without one', async () => {
    const accountId = testAccount(0xffff);
    expect(await balancesOf(accountId)).to.deep.equal([
      { accountId, includedMillicredits: 0, purchasedMillicredits: 0 },
    ]);
  });

  it('returns no balances for no accounts, and rejects a malformed account id', async () => {
    expect(await balancesOf()).to.deep.equal([]);
    expect(await refusal(balancesOf('acme'))).to.deep.equal(['validation_failed', { accountId: ['must be a UUID'] }]);
  });

  it('makes a due reset once, counted from the day of the start, however many months late', async () => {
    const { clock, superuser } = database;
    const accountId = await subscribed(1000);
    // As if 700 had been spent.
    await superuser.query('update credits.balances set included_millicredits = 300 where account_id = $1', [accountId]);

    clock.set('2026-02-28T11:59:59.999Z');
    expect((await balancesOf(accountId)).map(brief)).to.deep.equal([[300, 0, 1000, '2026-02-28T12:00:00.000Z']]);
    clock.set('2026-02-28T12:00:00.000Z');
    expect((await balancesOf(accountId)).map(brief)).to.deep.equal([[1000, 0, 1000, '2026-03-31T12:00:00.000Z']]);
    clock.set('2026-06-15T00:00:00.000Z');
    expect((await balancesOf(accountId)).map(brief)).to.deep.equal([[1000, 0, 1000, '2026-06-30T12:00:00.000Z']]);
    expect(await briefLedger(database.reader, accountId)).to.deep.equal([
      ['subscribe', 1000, 0],
      ['reset', 700, 0],
      ['reset', 0, 0],
    ]);
  });

  it('does nothing when the clock jumps back, and resets on time afterwards', async () => {
    const { clock } = database;
    const accountId = await subscribed(1000);
    clock.set('2026-03-01T00:00:00Z');
    await balancesOf(accountId);
    for (const instant of [
      '2026-02-01T00:00:00Z',
      '2020-01-01T00:00:00Z',
      '2026-02-28T12:00:00Z',
      '2026-03-31T11:59:59Z',
    ]) {
      clock.set(instant);
      expect((await balancesOf(accountId)).map(brief), instant).to.deep.equal([
        [1000, 0, 1000, '2026-03-31T12:00:00.000Z'],
      ]);
    }
    expect(await briefLedger(database.reader, accountId)).to.have.lengthOf(2);
    clock.set('2026-03-31T12:00:00Z');
    await balancesOf(accountId);
    expect(await briefLedger(database.reader, accountId)).to.have.lengthOf(3);
  });

  it('makes one reset for many concurrent callers', async () => {
    const { clock } = database;
    const accountIds = [await subscribed(1000), await subscribed(1000)];
    clock.set('2026-03-15T00:00:00Z');
    const answers = await Promise.all(Array.from({ length: 16 }, () => balancesOf(...accountIds)));
    for (const balances of answers) {
      for (const balance of balances) expect(brief(balance)).to.deep.equal([1000, 0, 1000, '2026-03-31T12:00:00.000Z']);
    }
    for (const accountId of accountIds) {
      expect(await briefLedger(database.reader, accountId)).to.deep.equal([
        ['subscribe', 1000, 0],
        ['reset', 0, 0],
      ]);
    }
  });

  it('runs one statement for each distinct account when no reset is due', async () => {
    const [one, other] = [await subscribed(1000), await subscribed(1000)];
    const sent: unknown[][] = [];
    const query = (config: { name: string; values: unknown[] }): unknown => {
      sent.push([config.name, ...config.values]);
      return database.pool.query(config as never);
    };
    const pool = Object.create(database.pool, { query: { value: query } }) as Pool;
    await createCreditsReader({ pool, clock: database.clock }).getBalances({ accountIds: [one, other, one] }, call());
    expect(sent).to.have.deep.members([
      ['credits_select_balance', one],
      ['credits_select_balance', other],
    ]);
  });
});
