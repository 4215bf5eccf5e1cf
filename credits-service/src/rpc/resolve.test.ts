import { randomUUID } from 'node:crypto';
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
import { createCreditsLedger } from './ledger.js';

const renewsAt = '2026-02-28T12:00:00.000Z';

describe('capture and release', () => {
  let database: CreditsDatabase;
  let accountId: string;
  let other: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
  });
  beforeEach(async () => {
    database.clock.set('2026-01-31T12:00:00Z');
    accounts += 2;
    [accountId, other] = [testAccount(accounts - 1), testAccount(accounts)];
    for (const each of [accountId, other]) {
      await database.ledger.subscribe({ accountId: each, includedMillicredits: 1000 }, call());
      await database.ledger.grant({ accountId: each, purchasedMillicredits: 500, reference: randomUUID() }, call());
    }
  });
  after(() => database.close());

  const reserve = (n: number, millicredits: number, of = accountId) =>
    database.ledger.reserve({ accountId: of, reservationId: testReservation(n), millicredits }, call());
  const item = (n: number, millicredits = 0, of = accountId) => ({
    accountId: of,
    reservationId: testReservation(n),
    millicredits,
  });
  const capture = (...captures: ReturnType<typeof item>[]) => database.ledger.capture({ captures }, call());
  const release = (...releases: ReturnType<typeof item>[]) => database.ledger.release({ releases }, call());
  const balanceOf = async (of = accountId) =>
    brief((await database.reader.getBalances({ accountIds: [of] }, call())).balances[0]);
  /** Returns the ledger without the entries from before each test. */
  const ledgerOf = async (of = accountId) => (await briefLedger(database.reader, of)).slice(2);
  const states = async (answer: ReturnType<typeof capture>) =>
    (await answer).reservations.map((each) => [
      each.reservationId,
      each.state.replace('RESERVATION_STATE_', ''),
      each.capturedMillicredits,
    ]);

  it('return nothing when a capture takes the whole amount', async () => {
    await reserve(1, 1200);
    expect(await states(capture(item(1, 1200)))).to.deep.equal([[testReservation(1), 'CAPTURED', 1200]]);
    expect(await balanceOf()).to.deep.equal([0, 300, 1000, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([
      ['reserve', -1000, -200],
      ['capture', 0, 0],
    ]);
  });

  it('return the rest after a capture of a part, purchased first, because included credits are spent first', async () => {
    for (const n of [1, 2, 3]) await reserve(n, 450);
    await capture(item(3, 400));
    await capture(item(2, 10), item(1, 0));
    expect(await ledgerOf()).to.deep.equal([
      ['reserve', -450, 0],
      ['reserve', -450, 0],
      ['reserve', -100, -350],
      ['capture', 0, 50],
      ['capture', 450, 0],
      ['capture', 440, 0],
    ]);
    expect(await balanceOf()).to.deep.equal([890, 200, 1000, renewsAt]);
  });

  it('return the whole amount to the parts that it came from after a release', async () => {
    await reserve(1, 1200);
    expect(await states(release(item(1)))).to.deep.equal([[testReservation(1), 'RELEASED', 0]]);
    expect(await balanceOf()).to.deep.equal([1000, 500, 1000, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([
      ['reserve', -1000, -200],
      ['release', 1000, 200],
    ]);
  });

  it('change nothing when repeated, so that a retry is safe', async () => {
    await reserve(1, 600);
    await reserve(2, 600);
    const captured = await capture(item(1, 400));
    const released = await release(item(2));
    database.clock.set('2026-02-01T00:00:00Z');
    const ageless = ({ reservations }: typeof captured) => reservations.map((each) => ({ ...each, ageMs: 0 }));
    expect(ageless(await capture(item(1, 400)))).to.deep.equal(ageless(captured));
    const [only] = ageless(released);
    expect(ageless(await release(item(2), item(2)))).to.deep.equal([only, only]);
    expect(await ledgerOf()).to.have.lengthOf(4);
  });

  it('I10: reject each contradicting item by its position, and resolve the rest of the request', async () => {
    for (const n of [1, 2, 3, 4, 5]) await reserve(n, 100);
    await reserve(6, 100, other);
    await capture(item(1, 60));
    await release(item(2));
    const captures = [
      item(1, 61),
      item(2, 60),
      item(3, 101),
      item(9, 60),
      item(4, 60),
      item(4, 61),
      item(6, 60, other),
    ];
    expect(await refusal(capture(...captures))).to.deep.equal([
      'validation_failed',
      {
        'captures[0]': ['the reservation is captured with another amount'],
        'captures[1]': ['the reservation is released'],
        'captures[2]': ['the reservation holds less than the amount to capture'],
        'captures[3]': ['the reservation is unknown'],
        'captures[5]': ['the reservation is captured with another amount'],
      },
    ]);
    expect(await refusal(release(item(1), item(5), item(1, 0, other)))).to.deep.equal([
      'validation_failed',
      {
        'releases[0]': ['the reservation is captured'],
      },
    ]);
    const stored = await database.superuser.query<{ state: string; captured: number }>(
      `select state, captured_millicredits as captured from credits.reservations
      where account_id in ($1, $2) order by reservation_id, account_id`,
      [accountId, other],
    );
    expect(stored.rows.map((row) => [row.state, row.captured])).to.deep.equal([
      ['captured', 60],
      // Of the other account: the tombstone of its release.
      ['released', 0],
      ['released', 0],
      ['pending', 0],
      ['captured', 60],
      ['released', 0],
      ['captured', 60],
    ]);
    expect((await ledgerOf(other)).at(-1)).to.deep.equal(['capture', 40, 0]);
  });

  it('[1.7] return the reservations of several accounts in request order, each from its own account', async () => {
    await reserve(1, 1200);
    await reserve(2, 100);
    await reserve(1, 700, other);
    const answer = await capture(item(2, 100), item(1, 500, other), item(1, 1100));
    expect(
      answer.reservations.map((each) => [each.accountId, each.reservationId, each.capturedMillicredits]),
    ).to.deep.equal([
      [accountId, testReservation(2), 100],
      [other, testReservation(1), 500],
      [accountId, testReservation(1), 1100],
    ]);
    expect(await balanceOf()).to.deep.equal([0, 300, 1000, renewsAt]);
    expect(await balanceOf(other)).to.deep.equal([500, 500, 1000, renewsAt]);
  });

  it('run one statement for each account', async () => {
    await reserve(1, 100);
    await reserve(2, 100);
    await reserve(1, 100, other);
    const sent: unknown[][] = [];
    const ledger = createCreditsLedger({ pool: recordingPool(database.pool, sent), clock: database.clock });
    const releases = [item(1), item(1, 0, other), item(2)];
    await ledger.release({ releases }, call());
    await ledger.release({ releases }, call());
    const both = [
      ['credits_resolve', accountId],
      ['credits_resolve', other],
    ];
    expect(sent).to.have.deep.members([...both, ...both]);
  });

  it('return purchased but not included credits of an ended month, and write an entry', async () => {
    for (const n of [1, 2]) await reserve(n, 700);
    database.clock.set(renewsAt);
    await capture(item(1, 100));
    await reserve(3, 50);
    await release(item(2));
    expect(await ledgerOf()).to.deep.equal([
      ['reserve', -700, 0],
      ['reserve', -300, -400],
      ['reset', 1000, 0],
      ['capture', 0, 0],
      ['reserve', -50, 0],
      ['release', 0, 400],
    ]);
    expect(await balanceOf()).to.deep.equal([950, 500, 1000, '2026-03-31T12:00:00.000Z']);
  });

  it('treat an ended month as ended when the clock jumps back', async () => {
    await reserve(1, 700);
    database.clock.set(renewsAt);
    await reserve(2, 50);
    database.clock.set('2026-02-01T00:00:00Z');
    await release(item(1));
    expect((await ledgerOf()).at(-1)).to.deep.equal(['release', 0, 0]);
    await release(item(2));
    expect(await balanceOf()).to.deep.equal([1000, 500, 1000, '2026-03-31T12:00:00.000Z']);
  });

  it('store on the reservation what returned to each part', async () => {
    for (const n of [1, 2]) await reserve(n, 700);
    const { reservations } = await capture(item(1, 100), item(2, 200));
    expect(
      reservations.map((each) => [each.returnedIncludedMillicredits, each.returnedPurchasedMillicredits]),
    ).to.deep.equal([
      [600, 0],
      [100, 400],
    ]);
  });

  it('resolve the other accounts when the database fails for one', async () => {
    await reserve(1, 100);
    await reserve(1, 100, other);
    const failing = Object.create(database.pool, {
      query: {
        value: (config: { values: unknown[] }) =>
          config.values[0] === accountId
            ? Promise.reject(Object.assign(new Error('connection reset'), { code: 'ECONNRESET' }))
            : database.pool.query(config as never),
      },
    }) as typeof database.pool;
    const ledger = createCreditsLedger({ pool: failing, clock: database.clock });
    const captures = [item(1, 60), item(1, 60, other), item(9, 60, other)];
    expect((await refusal(ledger.capture({ captures }, call())))[0]).to.equal('service_unavailable');
    expect((await ledgerOf(other)).at(-1)).to.deep.equal(['capture', 40, 0]);
    expect((await ledgerOf()).at(-1)).to.deep.equal(['reserve', -100, 0]);
  });

  it('[D requests.7] reject a request whole for too many items, a bad amount or a malformed id', async () => {
    expect(await capture()).to.deep.equal({ reservations: [] });
    await reserve(1, 100);
    const tooMany = Array.from({ length: 1001 }, () => item(1, 60));
    expect(await refusal(capture(...tooMany))).to.deep.equal([
      'validation_failed',
      { captures: ['must be at most 1000'] },
    ]);
    for (const amount of [-1, 0.5, Number.NaN, 2 ** 53]) {
      const [code, errors] = await refusal(capture(item(1, 60), item(1, amount)));
      expect(code, String(amount)).to.equal('validation_failed');
      expect(errors).to.have.all.keys('captures[1]');
    }
    expect((await refusal(release(item(1), { ...item(1), reservationId: 'x' })))[1]).to.have.all.keys('reservationId');
    expect((await ledgerOf()).at(-1)).to.deep.equal(['reserve', -100, 0]);
  });
});
