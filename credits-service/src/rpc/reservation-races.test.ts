import { randomUUID } from 'node:crypto';
import { ManualClock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import {
  brief,
  briefLedger,
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';
import { whileHeld } from '#testing/held-balance.js';
import { createCreditsLedger } from './ledger.js';

const renewsAt = '2026-02-28T12:00:00.000Z';
const CONNECTIONS = 20;
const applicationName = 'credits-races';

type Ledger = CreditsDatabase['ledger'];

describe('concurrent calls to CreditsLedger', () => {
  let database: CreditsDatabase;
  let pool: Pool;
  let ledger: Ledger;
  let accountId: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
    pool = database.openPool(applicationName, CONNECTIONS);
    ledger = createCreditsLedger({ pool, clock: database.clock });
  });
  beforeEach(async () => {
    database.clock.set('2026-01-31T12:00:00Z');
    accounts += 1;
    accountId = testAccount(accounts);
    await ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
  });
  afterEach(() => expectSums());
  after(async () => {
    await pool.end();
    await database.close();
  });

  const reserve = (n: number, millicredits: number, on = ledger) =>
    on.reserve({ accountId, reservationId: testReservation(n), millicredits }, call());
  const capture = (n: number, millicredits: number) =>
    ledger.capture({ captures: [{ accountId, reservationId: testReservation(n), millicredits }] }, call());
  const release = (n: number) =>
    ledger.release({ releases: [{ accountId, reservationId: testReservation(n) }] }, call());
  const ledgerOf = () => briefLedger(database.reader, accountId);
  const balance = async () =>
    brief((await database.reader.getBalances({ accountIds: [accountId] }, call())).balances[0]);
  /** Returns `done` or the error code of each call. */
  const outcomesOf = async (answers: Promise<unknown>[]): Promise<unknown[]> =>
    Promise.all(
      answers.map((answer) =>
        answer.then(
          () => 'done',
          () => refusal(answer).then(([code]) => code),
        ),
      ),
    );
  const count = (codes: unknown[], code: string): number => codes.filter((each) => each === code).length;

  /** Checks I6 for every account. */
  async function expectSums(): Promise<void> {
    const { rows } = await database.superuser.query(
      `select account_id, included_millicredits, purchased_millicredits, last_entry_id from credits.balances
      except
      select account_id, sum(included_millicredits)::bigint, sum(purchased_millicredits)::bigint, count(*) from credits.entries
      group by account_id`,
    );
    expect(rows).to.deep.equal([]);
  }

  it('I6: of 100 reserves for the last credits, exactly as many succeed as the balance can pay', async () => {
    await ledger.grant({ accountId, purchasedMillicredits: 500, reference: randomUUID() }, call());
    const codes = await outcomesOf(Array.from({ length: 100 }, (_, n) => reserve(n + 1, 70)));
    expect(count(codes, 'done')).to.equal(21);
    expect(count(codes, 'insufficient_credits')).to.equal(79);
    expect(await balance()).to.deep.equal([0, 30, 1000, renewsAt]);
    expect(await ledgerOf()).to.have.lengthOf(2 + 21);
  });

  it('make a reservation once when 20 calls reserve it', async () => {
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => reserve(1, 40)));
    for (const answer of answers) {
      expect(answer).to.include({
        state: 'RESERVATION_STATE_PENDING',
        includedMillicredits: 40,
        remainingMillicredits: 960,
      });
    }
    expect(await ledgerOf()).to.deep.equal([
      ['subscribe', 1000, 0],
      ['reserve', -40, 0],
    ]);
  });

  it('make a reservation with one amount when 20 calls reserve it with two amounts', async () => {
    const answers = await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => reserve(1, 100 + (n % 2))));
    expect(new Set(answers.map((each) => each.includedMillicredits)).size).to.equal(1);
    expect(answers.filter((each) => !each.existed)).to.have.lengthOf(1);
    expect(await ledgerOf()).to.have.lengthOf(2);
  });

  it('I10: of a concurrent capture and release of one reservation, exactly one succeeds', async () => {
    const reservations = Array.from({ length: 10 }, (_, n) => n + 1);
    for (const n of reservations) await reserve(n, 50);
    const outcomes = await Promise.all(reservations.map((n) => outcomesOf([capture(n, 20), release(n)])));
    for (const codes of outcomes) expect(codes).to.have.members(['done', 'validation_failed']);
    const { rows } = await database.superuser.query<{ state: string; kinds: string[] }>(
      `select state, array_agg(kind order by entry_id) as kinds from credits.reservations
      join credits.entries using (account_id, reservation_id) where account_id = $1 group by reservation_id, state`,
      [accountId],
    );
    expect(rows).to.have.lengthOf(10);
    for (const { state, kinds } of rows) {
      expect(kinds).to.deep.equal(['reserve', state === 'captured' ? 'capture' : 'release']);
    }
  });

  it('return the rest once when 20 calls make the same capture', async () => {
    await reserve(1, 600);
    await Promise.all(Array.from({ length: CONNECTIONS }, () => capture(1, 450)));
    expect(await ledgerOf()).to.deep.equal([
      ['subscribe', 1000, 0],
      ['reserve', -600, 0],
      ['capture', 150, 0],
    ]);
  });

  it('make a due reset once among reserves and releases, and all of them see it', async () => {
    for (const n of [1, 2, 3, 4, 5]) await reserve(n, 200);
    database.clock.set(renewsAt);
    const codes = await outcomesOf([
      ...Array.from({ length: 15 }, (_, n) => reserve(n + 10, 100)),
      ...[1, 2, 3, 4, 5].map(release),
      balance(),
    ]);
    expect([count(codes, 'done'), count(codes, 'insufficient_credits')]).to.deep.equal([16, 5]);
    const entries = (await ledgerOf()) as [string, number, number][];
    expect(entries.filter(([kind]) => kind === 'reset')).to.deep.equal([['reset', 1000, 0]]);
    // Whichever call made the reset, the month of the released reservations has ended.
    const released = entries.filter(([kind]) => kind === 'release');
    expect(released).to.deep.equal(Array.from({ length: 5 }, () => ['release', 0, 0]));
    expect(await balance()).to.deep.equal([0, 0, 1000, '2026-03-31T12:00:00.000Z']);
  });

  it('make one reset when a process with a clock before the renewal takes part', async () => {
    const behind = createCreditsLedger({ pool, clock: new ManualClock('2026-02-28T11:59:59.999Z') });
    database.clock.set(renewsAt);
    await outcomesOf(Array.from({ length: CONNECTIONS }, (_, n) => reserve(n + 1, 50, n % 2 === 0 ? ledger : behind)));
    const kinds = ((await ledgerOf()) as [string][]).map(([kind]) => kind);
    expect([count(kinds, 'reset'), count(kinds, 'reserve')]).to.deep.equal([1, CONNECTIONS]);
  });

  it('do not deadlock in batches over the same accounts in opposite orders, and resolve each once', async () => {
    const others = [0x1000, 0x2000, 0x3000].map((n) => testAccount(n + accounts));
    for (const each of others) await ledger.subscribe({ accountId: each, includedMillicredits: 1000 }, call());
    const captures: credits.Capture[] = [];
    for (const each of others) {
      for (let n = 1; n <= 8; n += 1) {
        const reservationId = testReservation(n);
        await ledger.reserve({ accountId: each, reservationId, millicredits: 100 }, call());
        captures.push({ accountId: each, reservationId, millicredits: 60 });
      }
    }
    await Promise.all(
      [captures, captures.toReversed(), captures, captures.toReversed()].map((batch) =>
        ledger.capture({ captures: batch }, call()),
      ),
    );
    for (const each of others) {
      const { balances } = await database.reader.getBalances({ accountIds: [each] }, call());
      expect(balances[0]?.includedMillicredits).to.equal(1000 - 8 * 60);
    }
  });

  it('keep the balance equal to the sum in a mix of all calls', async () => {
    await ledger.grant({ accountId, purchasedMillicredits: 100_000, reference: randomUUID() }, call());
    const one = async (n: number): Promise<void> => {
      await reserve(n, 100 + n);
      if (n % 3 === 0) await release(n);
      else await capture(n, n % 2 === 0 ? 50 : 100 + n);
      if (n % 10 === 0) await ledger.grant({ accountId, purchasedMillicredits: 7, reference: randomUUID() }, call());
    };
    await Promise.all(Array.from({ length: 60 }, (_, n) => one(n + 1)));
    const spent = Array.from({ length: 60 }, (_, n) => n + 1)
      .filter((n) => n % 3 !== 0)
      .reduce((sum, n) => sum + (n % 2 === 0 ? 50 : 100 + n), 0);
    const { balances } = await database.reader.getBalances({ accountIds: [accountId] }, call());
    const { includedMillicredits = 0, purchasedMillicredits = 0 } = balances[0] ?? {};
    expect(includedMillicredits + purchasedMillicredits).to.equal(1000 + 100_000 + 6 * 7 - spent);
  });

  it('make one reservation when three reserves of it begin before any of them ends', async () => {
    // The balance could pay all three, so only the id prevents a second one.
    const answers = await whileHeld(database, { accountId, applicationName }, [
      () => reserve(1, 200),
      () => reserve(1, 200),
      () => reserve(1, 200),
    ]);
    for (const answer of answers) expect(answer).to.include({ includedMillicredits: 200, remainingMillicredits: 800 });
    expect(await ledgerOf()).to.have.lengthOf(2);
  });

  it('I10: resolve a reservation once when four resolutions of it begin before any of them ends', async () => {
    await reserve(1, 600);
    const codes = await whileHeld(
      database,
      { accountId, applicationName },
      [() => capture(1, 60), () => capture(1, 60), () => capture(1, 61), () => release(1)].map(
        (each) => () => outcomesOf([each()]),
      ),
    );
    expect(count(codes.flat(), 'done')).to.be.within(1, 2);
    expect(count(codes.flat(), 'validation_failed')).to.equal(4 - count(codes.flat(), 'done'));
    expect(await ledgerOf()).to.have.lengthOf(3);
  });

  it('pay a reserve that began before a release ended from the rest of the balance or the returned credits', async () => {
    await ledger.grant({ accountId, purchasedMillicredits: 500, reference: randomUUID() }, call());
    await reserve(1, 1000);
    const codes = await whileHeld(database, { accountId, applicationName }, [
      () => outcomesOf([release(1)]),
      () => outcomesOf([reserve(2, 250)]),
      () => outcomesOf([reserve(3, 250)]),
    ]);
    expect(codes.flat()).to.deep.equal(['done', 'done', 'done']);
    const { balances } = await database.reader.getBalances({ accountIds: [accountId] }, call());
    const { includedMillicredits = 0, purchasedMillicredits = 0 } = balances[0] ?? {};
    expect(includedMillicredits + purchasedMillicredits).to.equal(1000);
  });

  it('leave nothing half done when a connection dies, and a retry takes effect once', async () => {
    await reserve(1, 100);
    const whileWaiting = (_: unknown, pids: number[]): Promise<unknown> =>
      database.superuser.query('select pg_terminate_backend(pid) from unnest($1::integer[]) as pid', [pids]);
    const cut = await whileHeld(database, { accountId, applicationName, whileWaiting }, [
      () => outcomesOf([reserve(2, 100)]),
      () => outcomesOf([capture(1, 60)]),
    ]);
    expect(cut).to.deep.equal([['service_unavailable'], ['service_unavailable']]);
    expect(await ledgerOf()).to.deep.equal([
      ['subscribe', 1000, 0],
      ['reserve', -100, 0],
    ]);
    await reserve(2, 100);
    await capture(1, 60);
    expect((await ledgerOf()).slice(2)).to.deep.equal([
      ['reserve', -100, 0],
      ['capture', 40, 0],
    ]);
  });
});
