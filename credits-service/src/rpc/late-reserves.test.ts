import type { Pool, PoolClient } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import {
  brief,
  briefLedger,
  call,
  createCreditsDatabase,
  recordingPool,
  refusal,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';
import { whileHeld } from '#testing/held-balance.js';
import { createCreditsLedger } from './ledger.js';

const renewsAt = '2026-02-28T12:00:00.000Z';
const applicationName = 'credits-late';

/** Returns a pool with one connection, which is already in a transaction. */
function poolOf(client: PoolClient): Pool {
  const query = (...args: Parameters<Pool['query']>): unknown => client.query(...args);
  const connection = { query, on: () => undefined, off: () => undefined, release: () => undefined };
  return { query, connect: () => Promise.resolve(connection) } as unknown as Pool;
}

describe('a reserve and a release in either order', () => {
  let database: CreditsDatabase;
  let pool: Pool;
  let ledger: CreditsDatabase['ledger'];
  let accountId: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
    pool = database.openPool(applicationName, 8);
    ledger = createCreditsLedger({ pool, clock: database.clock });
  });
  beforeEach(async () => {
    database.clock.set('2026-01-31T12:00:00Z');
    accounts += 1;
    accountId = testAccount(accounts);
    await ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
  });
  after(async () => {
    await pool.end();
    await database.close();
  });

  const reserve = (n: number, millicredits: number, of = accountId) =>
    ledger.reserve({ accountId: of, reservationId: testReservation(n), millicredits }, call());
  const release = (n: number, on = ledger) =>
    on.release({ releases: [{ accountId, reservationId: testReservation(n) }] }, call());
  const capture = (n: number, millicredits: number) =>
    ledger.capture({ captures: [{ accountId, reservationId: testReservation(n), millicredits }] }, call());
  const ledgerOf = () => briefLedger(database.reader, accountId);
  const balance = async () =>
    brief((await database.reader.getBalances({ accountIds: [accountId] }, call())).balances[0]);
  const states = (answer: credits.ResolveResponse | credits.Reservation | undefined): unknown[] =>
    answer === undefined
      ? []
      : 'reservations' in answer
        ? answer.reservations.map((each) => each.state)
        : [answer.state];
  const held = {
    get accountId() {
      return accountId;
    },
    applicationName,
  };

  it('[D money.1] a release that waits behind its reserve for the balance returns what the reserve took', async () => {
    const answers = await whileHeld<credits.ResolveResponse | credits.Reservation>(database, held, [
      () => reserve(1, 200),
      () => release(1),
    ]);
    expect(answers.map(states)).to.deep.equal([['RESERVATION_STATE_PENDING'], ['RESERVATION_STATE_RELEASED']]);
    expect(await balance()).to.deep.equal([1000, 0, 1000, renewsAt]);
    expect((await ledgerOf()).slice(1)).to.deep.equal([
      ['reserve', -200, 0],
      ['release', 200, 0],
    ]);
  });

  it('[D money.1] a capture that waits behind its reserve for the balance captures it', async () => {
    const answers = await whileHeld<credits.ResolveResponse | credits.Reservation>(database, held, [
      () => reserve(1, 200),
      () => capture(1, 150),
    ]);
    expect(answers.map(states)).to.deep.equal([['RESERVATION_STATE_PENDING'], ['RESERVATION_STATE_CAPTURED']]);
    expect(await balance()).to.deep.equal([850, 0, 1000, renewsAt]);
  });

  it('[D money.1] a release that overtakes its reserve leaves no credits reserved', async () => {
    await whileHeld<unknown>(database, held, [() => release(1), () => reserve(1, 200)]);
    expect(await balance()).to.deep.equal([1000, 0, 1000, renewsAt]);
    expect(states(await reserve(1, 200))).to.deep.equal(['RESERVATION_STATE_RELEASED']);
  });

  it('[D money.1] a reserve that waits while its release commits takes nothing', async () => {
    const whileWaiting = (holder: PoolClient): Promise<unknown> =>
      release(1, createCreditsLedger({ pool: poolOf(holder), clock: database.clock }));
    const [late] = await whileHeld(database, { ...held, accountId, whileWaiting }, [() => reserve(1, 200)]);
    expect(late).to.include({
      state: 'RESERVATION_STATE_RELEASED',
      existed: true,
      includedMillicredits: 0,
      purchasedMillicredits: 0,
      remainingMillicredits: 1000,
    });
    expect(await ledgerOf()).to.deep.equal([['subscribe', 1000, 0]]);
  });

  it('[D money.1] a reserve after its release takes nothing, whatever its amount', async () => {
    const { reservations } = await release(1);
    expect(reservations).to.have.lengthOf(1);
    expect(reservations[0]).to.include({
      accountId,
      reservationId: testReservation(1),
      state: 'RESERVATION_STATE_RELEASED',
      includedMillicredits: 0,
      purchasedMillicredits: 0,
      capturedMillicredits: 0,
    });
    for (const amount of [200, 5000]) {
      expect(await reserve(1, amount)).to.include({
        state: 'RESERVATION_STATE_RELEASED',
        existed: true,
        includedMillicredits: 0,
        remainingMillicredits: 1000,
      });
    }
    expect(await ledgerOf()).to.deep.equal([['subscribe', 1000, 0]]);
  });

  it('a repeated release of a tombstone changes nothing, and a capture of it is rejected', async () => {
    const first = await release(1);
    const { ageMs: _, ...again } = (await release(1)).reservations[0] as credits.Reservation;
    expect(first.reservations[0]).to.deep.include(again);
    expect(await refusal(capture(1, 0))).to.deep.equal([
      'validation_failed',
      { 'captures[0]': ['the reservation is released'] },
    ]);
  });

  it('one request releases reserved and unknown reservations', async () => {
    await reserve(1, 300);
    const releases = [1, 2, 2].map((n) => ({ accountId, reservationId: testReservation(n) }));
    const { reservations } = await ledger.release({ releases }, call());
    expect(reservations.map((each) => [each.state, each.includedMillicredits])).to.deep.equal([
      ['RESERVATION_STATE_RELEASED', 300],
      ['RESERVATION_STATE_RELEASED', 0],
      ['RESERVATION_STATE_RELEASED', 0],
    ]);
    expect(await balance()).to.deep.equal([1000, 0, 1000, renewsAt]);
  });

  it('concurrent releases of one unknown reservation, and a reserve among them, leave it released', async () => {
    const answers = await Promise.all([release(1), release(1), reserve(1, 200), release(1), release(1)]);
    for (const answer of answers.filter((each) => 'reservations' in each)) {
      expect(states(answer)).to.deep.equal(['RESERVATION_STATE_RELEASED']);
    }
    expect(await balance()).to.deep.equal([1000, 0, 1000, renewsAt]);
  });

  it('a release for an account without a balance succeeds and writes nothing', async () => {
    const request = { accountId: testAccount(0xffff), reservationId: testReservation(1) };
    const { reservations } = await ledger.release({ releases: [request] }, call());
    expect(reservations[0]).to.include({ ...request, state: 'RESERVATION_STATE_RELEASED', includedMillicredits: 0 });
    expect(await refusal(ledger.capture({ captures: [{ ...request, millicredits: 1 }] }, call()))).to.deep.equal([
      'validation_failed',
      { 'captures[0]': ['the reservation is unknown'] },
    ]);
  });

  it('[D money.2] a reserve after a release and the first subscription is pending, and recovery releases it', async () => {
    const request = { accountId: testAccount(0xfffe), reservationId: testReservation(1) };
    // Without a balance there is no tombstone, as the comment on insertReleasedReservations
    // explains.
    await ledger.release({ releases: [request] }, call());
    await ledger.subscribe({ accountId: request.accountId, includedMillicredits: 1000 }, call());
    expect(await reserve(1, 200, request.accountId)).to.include({ existed: false, remainingMillicredits: 800 });
    // Recovery finds it by its age, whatever happened before.
    const page = { minAgeMs: 0, limit: 1000, after: '' };
    const { reservations } = await database.reader.listPendingReservations(page, call());
    expect(reservations.map((each) => [each.accountId, each.reservationId])).to.deep.include(Object.values(request));
    expect(states(await ledger.release({ releases: [request] }, call()))).to.deep.equal(['RESERVATION_STATE_RELEASED']);
    const { balances } = await database.reader.getBalances({ accountIds: [request.accountId] }, call());
    expect(brief(balances[0])).to.deep.equal([1000, 0, 1000, renewsAt]);
  });

  it('a release of a known reservation runs one statement, without a look-up under the lock', async () => {
    await reserve(1, 200);
    const sent: unknown[][] = [];
    const recorded = createCreditsLedger({ pool: recordingPool(pool, sent), clock: database.clock });
    await release(1, recorded);
    await release(1, recorded);
    expect(sent).to.deep.equal([
      ['credits_resolve', accountId],
      ['credits_resolve', accountId],
    ]);
  });
});
