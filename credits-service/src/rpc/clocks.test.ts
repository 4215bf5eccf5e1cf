import { randomUUID } from 'node:crypto';
import { startGuardedClock, type RunningGuardedClock } from '@prospecting/platform/clock';
import { fromTimestamp } from '@prospecting/platform/grpc';
import { createLogger } from '@prospecting/platform/telemetry';
import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import {
  briefLedger,
  call,
  createCreditsDatabase,
  refusal,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';
import { createCreditsLedger } from './ledger.js';
import { createCreditsReader } from './reader.js';

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const MINUTE_MS = 60_000;

describe('the clocks of credits-service', () => {
  let database: CreditsDatabase;
  let accountId: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
  });
  beforeEach(async () => {
    database.clock.set(new Date());
    accounts += 1;
    accountId = testAccount(accounts);
    await database.ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
  });
  after(() => database.close());

  const reserve = (n: number) =>
    database.ledger.reserve({ accountId, reservationId: testReservation(n), millicredits: 100 }, call());
  const pending = async (minAgeMs: number): Promise<string[]> => {
    const request = { minAgeMs, limit: 1000, after: '' };
    const { reservations } = await database.reader.listPendingReservations(request, call());
    return reservations.filter((each) => each.accountId === accountId).map((each) => each.reservationId);
  };
  const makeOlder = (n: number, interval: string) =>
    database.superuser.query(
      'update credits.reservations set reserved_at = reserved_at - $3::interval where account_id = $1 and reservation_id = $2',
      [accountId, testReservation(n), interval],
    );

  describe('with a service clock one year ahead of the database', () => {
    let clock: RunningGuardedClock;

    beforeEach(async () => {
      clock = startGuardedClock({
        clock: { now: () => new Date(Date.now() + YEAR_MS) },
        pool: database.pool,
        name: 'credits-test',
        logger: createLogger({ service: 'credits-test', level: 'silent' }),
      });
      await clock.asked;
    });
    afterEach(() => clock.stop());

    it('[D money.5] refuses every call that moves money with service_unavailable, and makes no reset', async () => {
      await reserve(1);
      const before = await briefLedger(database.reader, accountId);
      const { pool } = database;
      const [ledger, reader] = [createCreditsLedger({ pool, clock }), createCreditsReader({ pool, clock })];
      const reservation = { accountId, reservationId: testReservation(1) };
      const calls: Record<string, Promise<unknown>> = {
        getBalances: reader.getBalances({ accountIds: [accountId] }, call()),
        subscribe: ledger.subscribe({ accountId, includedMillicredits: 5 }, call()),
        begin: ledger.subscribe({ accountId: testAccount(accounts + 0x1000), includedMillicredits: 5 }, call()),
        grant: ledger.grant({ accountId, purchasedMillicredits: 5, reference: randomUUID() }, call()),
        reserve: ledger.reserve({ accountId, reservationId: testReservation(2), millicredits: 5 }, call()),
        capture: ledger.capture({ captures: [{ ...reservation, millicredits: 5 }] }, call()),
        release: ledger.release({ releases: [reservation] }, call()),
      };
      for (const [name, answer] of Object.entries(calls)) {
        expect((await refusal(answer))[0], name).to.equal('service_unavailable');
      }
      expect(await briefLedger(database.reader, accountId)).to.deep.equal(before);
      expect(await pending(0)).to.deep.equal([testReservation(1)]);
    });
  });

  it('[D money.5] dates a reservation by the database, so that recovery sees what a fast replica reserved', async () => {
    const calledAt = Date.now();
    database.clock.advance(HOUR_MS);
    const { reservedAt } = await reserve(1);
    const reservedMs = fromTimestamp(reservedAt as NonNullable<typeof reservedAt>).getTime();
    expect(reservedMs).to.be.within(calledAt - 1, Date.now() + 1);
    await makeOlder(1, '5 minutes');
    expect(await pending(5 * MINUTE_MS)).to.deep.equal([testReservation(1)]);
  });

  it('[D money.5] computes ages by the database, whatever the service clock says', async () => {
    await reserve(1);
    await makeOlder(1, '10 minutes');
    await reserve(2);
    for (const offMs of [-YEAR_MS, 0, HOUR_MS]) {
      database.clock.set(new Date(Date.now() + offMs));
      expect(await pending(5 * MINUTE_MS)).to.deep.equal([testReservation(1)]);
      expect(await pending(11 * MINUTE_MS)).to.deep.equal([]);
      expect(await pending(0)).to.deep.equal([1, 2].map(testReservation));
    }
    const request = { accountId, afterReservationId: '', limit: 10 };
    const { records } = await database.reader.listReservations(request, call());
    const [older, newer] = records.map((record) => (record.reservation as credits.Reservation).ageMs);
    expect(older).to.be.within(10 * MINUTE_MS, 11 * MINUTE_MS);
    expect(newer).to.be.within(0, MINUTE_MS);
  });

  it('[D money.5] dates a resolution by the database', async () => {
    database.clock.advance(HOUR_MS);
    await reserve(1);
    await database.ledger.release({ releases: [{ accountId, reservationId: testReservation(1) }] }, call());
    const { rows } = await database.superuser.query<{ sound: boolean }>(
      `select resolved_at between reserved_at and clock_timestamp() as sound from credits.reservations where account_id = $1`,
      [accountId],
    );
    expect(rows).to.deep.equal([{ sound: true }]);
  });
});
