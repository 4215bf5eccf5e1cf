import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  brief,
  briefLedger,
  call,
  createCreditsDatabase,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';

const renewsAt = '2026-02-28T12:00:00.000Z';
const nextRenewsAt = '2026-03-31T12:00:00.000Z';

describe('resolving included credits that were reserved when their month ended', () => {
  let database: CreditsDatabase;
  let accountId: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
  });
  beforeEach(async () => {
    database.clock.set('2026-01-31T12:00:00Z');
    accounts += 1;
    accountId = testAccount(accounts);
    await database.ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
    await database.ledger.grant({ accountId, purchasedMillicredits: 900, reference: randomUUID() }, call());
  });
  after(() => database.close());

  const reserve = (n: number, millicredits: number) =>
    database.ledger.reserve({ accountId, reservationId: testReservation(n), millicredits }, call());
  const capture = (n: number, millicredits: number) =>
    database.ledger.capture({ captures: [{ accountId, reservationId: testReservation(n), millicredits }] }, call());
  const release = (...ns: number[]) =>
    database.ledger.release({ releases: ns.map((n) => ({ accountId, reservationId: testReservation(n) })) }, call());
  const spend = async (n: number, millicredits: number) => {
    await reserve(n, millicredits);
    await capture(n, millicredits);
  };
  const balance = async () =>
    brief((await database.reader.getBalances({ accountIds: [accountId] }, call())).balances[0]);
  const newest = async (count: number) => (await briefLedger(database.reader, accountId)).slice(-count);

  it('returns the purchased credits that the month spent in their place', async () => {
    await reserve(1, 600);
    await spend(2, 700);
    expect(await balance()).to.deep.equal([0, 600, 1000, renewsAt]);
    database.clock.set(renewsAt);
    await release(1);
    // Without the reservation, the 700 would have been included credits.
    expect(await newest(2)).to.deep.equal([
      ['reset', 1000, 0],
      ['release', 0, 300],
    ]);
    expect(await balance()).to.deep.equal([1000, 900, 1000, nextRenewsAt]);
  });

  it('returns at most as many as were reserved', async () => {
    await reserve(1, 100);
    await spend(2, 1400);
    database.clock.set(renewsAt);
    await release(1);
    expect(await balance()).to.deep.equal([1000, 500, 1000, nextRenewsAt]);
  });

  it('returns nothing when the month spent no purchased credits, or returned them', async () => {
    await reserve(1, 600);
    await reserve(2, 700);
    database.clock.set(renewsAt);
    await release(1, 2);
    expect(await newest(2)).to.deep.equal([
      ['release', 0, 0],
      ['release', 0, 300],
    ]);
    expect(await balance()).to.deep.equal([1000, 900, 1000, nextRenewsAt]);
  });

  it('returns each purchased credit once, in the order of reservation ids', async () => {
    for (const n of [1, 2, 3]) await reserve(n, 300);
    await spend(4, 500);
    database.clock.set(renewsAt);
    await release(3, 2);
    await capture(1, 100);
    expect(await newest(3)).to.deep.equal([
      ['release', 0, 300],
      ['release', 0, 100],
      ['capture', 0, 0],
    ]);
    expect(await balance()).to.deep.equal([1000, 900, 1000, nextRenewsAt]);
  });

  it('returns purchased credits for the part that a capture leaves unspent', async () => {
    await reserve(1, 1000);
    await spend(2, 500);
    database.clock.set(renewsAt);
    await capture(1, 800);
    expect(await newest(1)).to.deep.equal([['capture', 0, 200]]);
  });

  it('does not return purchased credits that the new month spent', async () => {
    await reserve(1, 600);
    database.clock.set(renewsAt);
    await spend(2, 1200);
    await release(1);
    expect(await newest(1)).to.deep.equal([['release', 0, 0]]);
    expect(await balance()).to.deep.equal([0, 700, 1000, nextRenewsAt]);
  });

  it('returns nothing after a second month has ended', async () => {
    await reserve(1, 600);
    await spend(2, 700);
    for (const instant of [renewsAt, nextRenewsAt]) {
      database.clock.set(instant);
      await balance();
    }
    await release(1);
    expect(await newest(1)).to.deep.equal([['release', 0, 0]]);
  });

  it('returns them when several months passed without a change of the account', async () => {
    await reserve(1, 600);
    await spend(2, 700);
    database.clock.set('2026-06-15T00:00:00Z');
    await release(1);
    expect(await newest(2)).to.deep.equal([
      ['reset', 1000, 0],
      ['release', 0, 300],
    ]);
  });

  it('does not count purchased credits that are only reserved, so that nothing returns twice', async () => {
    await reserve(1, 700);
    await reserve(2, 700);
    database.clock.set(renewsAt);
    await capture(1, 100);
    await release(2);
    expect(await newest(2)).to.deep.equal([
      ['capture', 0, 0],
      ['release', 0, 400],
    ]);
    expect(await balance()).to.deep.equal([1000, 900, 1000, nextRenewsAt]);
  });

  it('counts captures after the end of the month, including one in the same request', async () => {
    await reserve(1, 600);
    await reserve(2, 700);
    database.clock.set(renewsAt);
    const item = (n: number, millicredits: number) => ({ accountId, reservationId: testReservation(n), millicredits });
    await database.ledger.capture({ captures: [item(1, 100), item(2, 600)] }, call());
    // The month spent 700, and its allowance pays all of it.
    expect(await newest(2)).to.deep.equal([
      ['capture', 0, 200],
      ['capture', 0, 100],
    ]);
    expect(await balance()).to.deep.equal([1000, 900, 1000, nextRenewsAt]);
  });
});
