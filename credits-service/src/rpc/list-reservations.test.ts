import { fromTimestamp, toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import {
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';

const [one, other] = [testAccount(1), testAccount(2)];
const MINUTE_MS = 60_000;

describe('the list calls for recovery and audit', () => {
  let database: CreditsDatabase;

  before(async () => {
    database = await createCreditsDatabase();
    for (const accountId of [other, one]) {
      await database.ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
    }
    // In an order that is not the order of the ids; two are only a microsecond apart.
    const reservations: [string, number, age: string][] = [
      [one, 4, '50 minutes'],
      [other, 9, '40 minutes 1 microsecond'],
      [one, 1, '30 minutes'],
      [other, 2, '20 minutes'],
      [one, 3, '40 minutes'],
    ];
    for (const [accountId, n] of reservations) {
      await database.ledger.reserve({ accountId, reservationId: testReservation(n), millicredits: 100 + n }, call());
    }
    // One statement, so that all ages count from one instant.
    await database.superuser.query(
      `update credits.reservations set reserved_at = now() - older.age
      from unnest($1::uuid[], $2::uuid[], $3::interval[]) as older (account_id, reservation_id, age)
      where reservations.account_id = older.account_id and reservations.reservation_id = older.reservation_id`,
      [
        reservations.map(([accountId]) => accountId),
        reservations.map(([, n]) => testReservation(n)),
        reservations.map(([, , age]) => age),
      ],
    );
    const release = { accountId: one, reservationId: testReservation(1) };
    await database.ledger.release({ releases: [release] }, call());
    const capture = { accountId: other, reservationId: testReservation(2), millicredits: 60 };
    await database.ledger.capture({ captures: [capture] }, call());
  });
  after(() => database.close());

  const pendingPage = async (minAgeMs: number, after = '', limit = 1000) => {
    const { reservations, nextAfter } = await database.reader.listPendingReservations(
      { minAgeMs, limit, after },
      call(),
    );
    return { found: reservations.map((each) => [each.accountId, each.reservationId]), nextAfter };
  };
  const oldestFirst = [
    [one, testReservation(4)],
    [other, testReservation(9)],
    [one, testReservation(3)],
  ];

  it('list the pending reservations of all accounts with a minimum age, oldest first', async () => {
    expect(await pendingPage(0)).to.deep.equal({ found: oldestFirst, nextAfter: '' });
    expect((await pendingPage(40 * MINUTE_MS)).found).to.deep.equal(oldestFirst);
    expect((await pendingPage(45 * MINUTE_MS)).found).to.deep.equal(oldestFirst.slice(0, 1));
    expect((await pendingPage(60 * MINUTE_MS)).found).to.deep.equal([]);
  });

  it('list pending reservations in pages without gaps or repeats, even a microsecond apart', async () => {
    const found = [];
    let pages = 0;
    for (let after = ''; pages === 0 || after !== ''; pages += 1) {
      const page = await pendingPage(0, after, 1);
      found.push(...page.found);
      after = page.nextAfter;
    }
    expect(found).to.deep.equal(oldestFirst);
    expect(pages).to.equal(3);
    expect((await pendingPage(0, '', 3)).nextAfter).to.equal('');
  });

  it('continue pending reservations after the last one seen, even when it is resolved in between', async () => {
    const reservationId = testReservation(0xaa);
    await database.ledger.reserve({ accountId: one, reservationId, millicredits: 1 }, call());
    await database.superuser.query(
      `update credits.reservations set reserved_at = now() - interval '1 day' where reservation_id = $1`,
      [reservationId],
    );
    const first = await pendingPage(0, '', 1);
    expect(first.found).to.deep.equal([[one, reservationId]]);
    await database.ledger.release({ releases: [{ accountId: one, reservationId }] }, call());
    expect((await pendingPage(0, first.nextAfter)).found).to.deep.equal(oldestFirst);
  });

  it('list all reservations of one account by id, in pages, in every state, with their ledger entries', async () => {
    const page = async (accountId: string, afterReservationId: string, limit: number) =>
      (await database.reader.listReservations({ accountId, afterReservationId, limit }, call())).records;
    const ofOther = (await page(other, '', 1000)).map(({ reservation, reserveEntry, resolveEntry }) => {
      const { ageMs, reservedAt, ...rest } = reservation as credits.Reservation;
      expect(ageMs).to.be.within(20 * MINUTE_MS, 45 * MINUTE_MS);
      expect(Date.now() - fromTimestamp(reservedAt as NonNullable<typeof reservedAt>).getTime()).to.be.closeTo(
        ageMs,
        10_000,
      );
      return { ...rest, entries: [reserveEntry, resolveEntry] };
    });
    const at = toTimestamp(database.clock.now());
    const empty = {
      remainingMillicredits: 0,
      existed: false,
      returnedPurchasedMillicredits: 0,
      purchasedMillicredits: 0,
    };
    expect(ofOther).to.deep.equal([
      {
        ...empty,
        accountId: other,
        reservationId: testReservation(2),
        state: 'RESERVATION_STATE_CAPTURED',
        includedMillicredits: 102,
        capturedMillicredits: 60,
        returnedIncludedMillicredits: 42,
        entries: [
          {
            entryId: 3,
            at,
            kind: 'reserve',
            includedMillicredits: -102,
            purchasedMillicredits: 0,
            reservationId: testReservation(2),
          },
          {
            entryId: 4,
            at,
            kind: 'capture',
            includedMillicredits: 42,
            purchasedMillicredits: 0,
            reservationId: testReservation(2),
          },
        ],
      },
      {
        ...empty,
        accountId: other,
        reservationId: testReservation(9),
        state: 'RESERVATION_STATE_PENDING',
        includedMillicredits: 109,
        capturedMillicredits: 0,
        returnedIncludedMillicredits: 0,
        entries: [
          {
            entryId: 2,
            at,
            kind: 'reserve',
            includedMillicredits: -109,
            purchasedMillicredits: 0,
            reservationId: testReservation(9),
          },
          null,
        ],
      },
    ]);
    const ids = (records: Awaited<ReturnType<typeof page>>) => records.map((each) => each.reservation?.reservationId);
    const first = await page(one, '', 2);
    expect(first.map((each) => each.reservation?.state)).to.deep.equal([
      'RESERVATION_STATE_RELEASED',
      'RESERVATION_STATE_PENDING',
    ]);
    const rest = await page(one, ids(first).at(-1) ?? '', 2);
    expect([...ids(first), ...ids(rest)].slice(0, 3)).to.deep.equal([1, 3, 4].map(testReservation));
    expect(await page(testAccount(3), '', 10)).to.deep.equal([]);
  });

  it('list a tombstone without entries', async () => {
    const accountId = testAccount(4);
    await database.ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
    await database.ledger.release({ releases: [{ accountId, reservationId: testReservation(1) }] }, call());
    const page = { accountId, afterReservationId: '', limit: 10 };
    const { records } = await database.reader.listReservations(page, call());
    expect(records.map((each) => [each.reservation?.state, each.reserveEntry, each.resolveEntry])).to.deep.equal([
      ['RESERVATION_STATE_RELEASED', null, null],
    ]);
  });

  it('list every account that has a balance, in pages', async () => {
    const page = async (afterAccountId: string, limit: number) =>
      (await database.reader.listAccounts({ afterAccountId, limit }, call())).accountIds;
    expect((await page('', 1000)).slice(0, 2)).to.deep.equal([one, other]);
    expect(await page('', 1)).to.deep.equal([one]);
    expect(await page(one, 1)).to.deep.equal([other]);
    expect(await page(testAccount(0xffff), 1)).to.deep.equal([]);
  });

  it('reject limits outside 1 to 1000 and malformed positions', async () => {
    const { reader } = database;
    for (const limit of [0, 1001, 1.5]) {
      const answers = [
        reader.listPendingReservations({ minAgeMs: 0, limit, after: '' }, call()),
        reader.listReservations({ accountId: one, afterReservationId: '', limit }, call()),
        reader.listAccounts({ afterAccountId: '', limit }, call()),
      ];
      for (const answer of answers) {
        expect(await refusal(answer)).to.deep.equal(['validation_failed', { limit: ['must be from 1 to 1000'] }]);
      }
    }
    const bad: [Promise<unknown>, string][] = [
      [reader.listReservations({ accountId: one, afterReservationId: 'x', limit: 1 }, call()), 'afterReservationId'],
      [reader.listReservations({ accountId: 'x', afterReservationId: '', limit: 1 }, call()), 'accountId'],
      [reader.listAccounts({ afterAccountId: 'x', limit: 1 }, call()), 'afterAccountId'],
    ];
    for (const after of ['x', '1', `1/${one}`, `x/${one}/${one}`, `1/${one}/x`, `1/${one}/${one}/`]) {
      bad.push([reader.listPendingReservations({ minAgeMs: 0, limit: 1, after }, call()), 'after']);
    }
    for (const minAgeMs of [-1, 0.5, Number.NaN]) {
      bad.push([reader.listPendingReservations({ minAgeMs, limit: 1, after: '' }, call()), 'minAgeMs']);
    }
    for (const [answer, field] of bad) expect((await refusal(answer))[1]).to.have.all.keys(field);
  });
});
