import { randomUUID } from 'node:crypto';
import { fromTimestamp } from '@prospecting/platform/grpc';
import { expect } from 'chai';
import {
  brief,
  briefLedger,
  call,
  createCreditsDatabase,
  recordingPool,
  refusal,
  refusalError,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';
import { createCreditsLedger } from './ledger.js';

const renewsAt = '2026-02-28T12:00:00.000Z';

describe('reserve', () => {
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
    await database.ledger.grant({ accountId, purchasedMillicredits: 500, reference: randomUUID() }, call());
  });
  after(() => database.close());

  const reserve = (n: number, millicredits: number) =>
    database.ledger.reserve({ accountId, reservationId: testReservation(n), millicredits }, call());
  const release = (n: number) =>
    database.ledger.release({ releases: [{ accountId, reservationId: testReservation(n) }] }, call());
  const balance = async () =>
    brief((await database.reader.getBalances({ accountIds: [accountId] }, call())).balances[0]);
  /** Returns the ledger without the entries from before each test. */
  const ledgerOf = async () => (await briefLedger(database.reader, accountId)).slice(2);

  it('takes the amount off the spendable balance immediately, included credits first, then purchased', async () => {
    const calledAt = Date.now();
    const { reservedAt, ageMs, ...reserved } = await reserve(1, 600);
    expect(reserved).to.deep.equal({
      accountId,
      reservationId: testReservation(1),
      state: 'RESERVATION_STATE_PENDING',
      includedMillicredits: 600,
      purchasedMillicredits: 0,
      capturedMillicredits: 0,
      returnedIncludedMillicredits: 0,
      returnedPurchasedMillicredits: 0,
      remainingMillicredits: 900,
      existed: false,
    });
    expect(fromTimestamp(reservedAt as NonNullable<typeof reservedAt>).getTime()).to.be.within(
      calledAt - 1,
      Date.now() + 1,
    );
    expect(ageMs).to.be.within(0, 1_000);
    expect(await reserve(2, 600)).to.include({ includedMillicredits: 400, purchasedMillicredits: 200 });
    expect(await reserve(3, 300)).to.include({ purchasedMillicredits: 300, remainingMillicredits: 0 });
    expect(await balance()).to.deep.equal([0, 0, 1000, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([
      ['reserve', -600, 0],
      ['reserve', -400, -200],
      ['reserve', 0, -300],
    ]);
  });

  it('writes the reservation id to the ledger entry', async () => {
    await reserve(1, 600);
    const { entries } = await database.reader.listEntries({ accountId, afterEntryId: 2, limit: 10 }, call());
    expect(entries.map((entry) => [entry.entryId, entry.reservationId])).to.deep.equal([[3, testReservation(1)]]);
  });

  it('runs one statement', async () => {
    const sent: unknown[][] = [];
    const ledger = createCreditsLedger({ pool: recordingPool(database.pool, sent), clock: database.clock });
    await ledger.reserve({ accountId, reservationId: testReservation(1), millicredits: 600 }, call());
    expect(sent).to.deep.equal([['credits_reserve', accountId]]);
  });

  it('takes nothing when the balance cannot pay all, and reports required and remaining credits', async () => {
    await reserve(1, 700);
    const error = await refusalError(reserve(2, 801));
    expect([error.code, error.members]).to.deep.equal([
      'insufficient_credits',
      { creditsRequiredMillicredits: 801, creditsRemainingMillicredits: 800 },
    ]);
    expect(await ledgerOf()).to.deep.equal([['reserve', -700, 0]]);
    expect(await reserve(2, 800)).to.include({ remainingMillicredits: 0 });
  });

  it('reports null remaining credits without a subscription', async () => {
    const request = { accountId: testAccount(0xffff), reservationId: testReservation(1), millicredits: 1 };
    const error = await refusalError(database.ledger.reserve(request, call()));
    expect([error.code, error.members]).to.deep.equal([
      'insufficient_credits',
      { creditsRequiredMillicredits: 1, creditsRemainingMillicredits: null },
    ]);
  });

  it('moves nothing for a repeated reservation, and returns its current state', async () => {
    const { ageMs: _, ...first } = await reserve(1, 1200);
    const existed = { ...first, existed: true };
    database.clock.set('2026-02-01T00:00:00Z');
    expect(await reserve(1, 1200)).to.deep.include(existed);
    await database.ledger.grant({ accountId, purchasedMillicredits: 50, reference: randomUUID() }, call());
    expect(await reserve(1, 1200)).to.deep.include({ ...existed, remainingMillicredits: 350 });
    await release(1);
    expect(await reserve(1, 1200)).to.deep.include({
      ...existed,
      state: 'RESERVATION_STATE_RELEASED',
      returnedIncludedMillicredits: 1000,
      returnedPurchasedMillicredits: 200,
      remainingMillicredits: 1550,
    });
    expect(await ledgerOf()).to.deep.equal([
      ['reserve', -1000, -200],
      ['grant', 0, 50],
      ['release', 1000, 200],
    ]);
  });

  it('returns a repeated reservation even when the balance could not pay it a second time', async () => {
    await reserve(1, 1500);
    expect(await reserve(1, 1500)).to.include({ state: 'RESERVATION_STATE_PENDING', remainingMillicredits: 0 });
  });

  it('returns a repeated reservation for another amount unchanged', async () => {
    await reserve(1, 600);
    for (const amount of [599, 601, 5000]) {
      expect(await reserve(1, amount), String(amount)).to.include({
        existed: true,
        state: 'RESERVATION_STATE_PENDING',
        includedMillicredits: 600,
        remainingMillicredits: 900,
      });
    }
    expect(await ledgerOf()).to.deep.equal([['reserve', -600, 0]]);
  });

  it('[1.7] lets two accounts use the same reservation id', async () => {
    await reserve(1, 600);
    const other = testAccount(accounts + 0x1000);
    await database.ledger.subscribe({ accountId: other, includedMillicredits: 200 }, call());
    const request = { accountId: other, reservationId: testReservation(1), millicredits: 100 };
    expect(await database.ledger.reserve(request, call())).to.include({ accountId: other, remainingMillicredits: 100 });
    expect(await balance()).to.deep.equal([400, 500, 1000, renewsAt]);
  });

  it('makes a due reset first, once, including for a repeated reservation', async () => {
    await reserve(1, 1200);
    database.clock.set(renewsAt);
    expect(await reserve(2, 1100)).to.include({
      includedMillicredits: 1000,
      purchasedMillicredits: 100,
      remainingMillicredits: 200,
    });
    database.clock.set('2026-04-01T00:00:00Z');
    expect(await reserve(2, 1100)).to.include({ state: 'RESERVATION_STATE_PENDING', remainingMillicredits: 1200 });
    expect(await ledgerOf()).to.deep.equal([
      ['reserve', -1000, -200],
      ['reset', 1000, 0],
      ['reserve', -1000, -100],
      ['reset', 1000, 0],
    ]);
  });

  it('counts a due reset when it reports a shortage, and writes nothing', async () => {
    await reserve(1, 1200);
    database.clock.set(renewsAt);
    expect((await refusalError(reserve(2, 1301))).members).to.deep.equal({
      creditsRequiredMillicredits: 1301,
      creditsRemainingMillicredits: 1300,
    });
    expect(await ledgerOf()).to.deep.equal([['reserve', -1000, -200]]);
  });

  it('takes from the current month when the clock jumps back before the reset', async () => {
    database.clock.set(renewsAt);
    await reserve(1, 400);
    database.clock.set('2020-01-01T00:00:00Z');
    expect(await reserve(2, 700)).to.include({ includedMillicredits: 600, purchasedMillicredits: 100 });
  });

  it('[D requests.7] rejects amounts that are not whole millicredits above 0, and malformed ids', async () => {
    for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
      const [code, errors] = await refusal(reserve(1, amount));
      expect(code, String(amount)).to.equal('validation_failed');
      expect(errors).to.have.all.keys('millicredits');
    }
    const nil = '00000000-0000-0000-0000-000000000000';
    for (const reservationId of ['', 'attempt', nil]) {
      const request = { accountId, reservationId, millicredits: 1 };
      expect(await refusal(database.ledger.reserve(request, call()))).to.deep.equal([
        'validation_failed',
        { reservationId: ['must be a UUID'] },
      ]);
    }
    const request = { accountId: nil, reservationId: testReservation(1), millicredits: 1 };
    expect((await refusal(database.ledger.reserve(request, call())))[1]).to.have.all.keys('accountId');
  });

  it('treats ids case-insensitively', async () => {
    await reserve(0xabcdef, 600);
    const request = { accountId: accountId.toUpperCase(), reservationId: testReservation(0xabcdef).toUpperCase() };
    const again = await database.ledger.reserve({ ...request, millicredits: 600 }, call());
    expect(again).to.include({ accountId, reservationId: testReservation(0xabcdef), remainingMillicredits: 900 });
  });

  it('rejects a purchase or allowance that would leave no room for a release', async () => {
    await reserve(1, 1500);
    const most = Number.MAX_SAFE_INTEGER;
    const grant = (purchasedMillicredits: number) =>
      database.ledger.grant({ accountId, purchasedMillicredits, reference: randomUUID() }, call());
    const subscribe = (includedMillicredits: number) =>
      database.ledger.subscribe({ accountId, includedMillicredits }, call());
    expect((await refusal(grant(most - 1499)))[1]).to.have.all.keys('purchased');
    expect((await refusal(subscribe(most - 499)))[1]).to.have.all.keys('included');
    await grant(most - 1500);
    await release(1);
    expect(await balance()).to.deep.equal([1000, most - 1000, 1000, renewsAt]);
  });
});
