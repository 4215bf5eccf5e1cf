import { toTimestamp } from '@prospecting/platform/grpc';
import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import {
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '../testing/credits-database.js';

const [one, other] = [testAccount(1), testAccount(2)];
const start = '2026-01-31T12:00:00.000Z';

describe('lists for recovery and audit', () => {
  let database: CreditsDatabase;

  before(async () => {
    database = await createCreditsDatabase();
    for (const accountId of [other, one]) {
      await database.ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
    }
    // One a second, in an order that is not that of the ids.
    const reservations: [string, number][] = [
      [one, 4],
      [other, 9],
      [one, 1],
      [other, 2],
      [one, 3],
    ];
    for (const [index, [accountId, n]] of reservations.entries()) {
      database.clock.set(new Date(new Date(start).getTime() + index * 1000));
      await database.ledger.reserve({ accountId, reservationId: testReservation(n), millicredits: 100 + n }, call());
    }
    const release = { accountId: one, reservationId: testReservation(1) };
    await database.ledger.release({ releases: [release] }, call());
    const capture = { accountId: other, reservationId: testReservation(2), millicredits: 60 };
    await database.ledger.capture({ captures: [capture] }, call());
  });
  after(() => database.close());

  const pending = async (before: string, limit = 1000) =>
    (
      await database.reader.listPendingReservations(
        { minAgeMs: database.clock.now().getTime() - new Date(before).getTime(), limit, after: '' },
        call(),
      )
    ).reservations.map((each) => [each.accountId, each.reservationId]);

  it('pending reservations of all accounts that were made before an instant, oldest first', async () => {
    expect(await pending('2026-02-01T00:00:00Z')).to.deep.equal([
      [one, testReservation(4)],
      [other, testReservation(9)],
      [one, testReservation(3)],
    ]);
    expect(await pending('2026-01-31T12:00:04.001Z')).to.have.lengthOf(3);
    expect(await pending('2026-01-31T12:00:04.000Z')).to.have.lengthOf(2);
    expect(await pending('2026-02-01T00:00:00Z', 1)).to.deep.equal([[one, testReservation(4)]]);
    expect(await pending(start)).to.deep.equal([]);
  });

  it('all reservations of one account by id, in pages, whatever their state', async () => {
    const page = async (accountId: string, afterReservationId: string, limit: number) =>
      (await database.reader.listReservations({ accountId, afterReservationId, limit }, call())).records.map(
        (record) => record.reservation as credits.Reservation,
      );
    expect(await page(other, '', 1000)).to.deep.equal([
      {
        accountId: other,
        reservationId: testReservation(2),
        state: 'RESERVATION_STATE_CAPTURED',
        includedMillicredits: 102,
        purchasedMillicredits: 0,
        capturedMillicredits: 60,
        reservedAt: toTimestamp(new Date('2026-01-31T12:00:03Z')),
        remainingMillicredits: 0,
        existed: false,
        returnedIncludedMillicredits: 0,
        returnedPurchasedMillicredits: 0,
        ageMs: 0,
      },
      {
        accountId: other,
        reservationId: testReservation(9),
        state: 'RESERVATION_STATE_PENDING',
        includedMillicredits: 109,
        purchasedMillicredits: 0,
        capturedMillicredits: 0,
        reservedAt: toTimestamp(new Date('2026-01-31T12:00:01Z')),
        remainingMillicredits: 0,
        existed: false,
        returnedIncludedMillicredits: 0,
        returnedPurchasedMillicredits: 0,
        ageMs: 0,
      },
    ]);
    const first = await page(one, '', 2);
    expect(first.map((each) => each.state)).to.deep.equal(['RESERVATION_STATE_RELEASED', 'RESERVATION_STATE_PENDING']);
    const rest = await page(one, first.at(-1)?.reservationId ?? '', 2);
    expect([...first, ...rest].map((each) => each.reservationId)).to.deep.equal([1, 3, 4].map(testReservation));
    expect(await page(testAccount(3), '', 10)).to.deep.equal([]);
  });

  it('every account that has a balance, in pages', async () => {
    const page = async (afterAccountId: string, limit: number) =>
      (await database.reader.listAccounts({ afterAccountId, limit }, call())).accountIds;
    expect(await page('', 1000)).to.deep.equal([one, other]);
    expect(await page('', 1)).to.deep.equal([one]);
    expect(await page(one, 1)).to.deep.equal([other]);
    expect(await page(other, 1)).to.deep.equal([]);
  });

  it('refuse sizes of no page, positions that are no id', async () => {
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
    for (const [answer, field] of bad) expect((await refusal(answer))[1]).to.have.all.keys(field);
  });
});
