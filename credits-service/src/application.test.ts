import { randomUUID } from 'node:crypto';
import { createClient } from '@prospecting/platform/grpc';
import type { Serving } from '@prospecting/platform/serving';
import { startTestService } from '@prospecting/platform/testing';
import { creditsLedger, creditsReader, type credits } from '@prospecting/protos';
import { expect } from 'chai';
import { service } from './index.js';
import {
  call,
  createCreditsDatabase,
  refusal,
  refusalError,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';

const accountId = testAccount(1);
const MAX_MILLICREDITS = Number.MAX_SAFE_INTEGER;

describe('credits-service over gRPC', () => {
  let database: CreditsDatabase;
  let serving: Serving;
  let target: string;

  before(async () => {
    database = await createCreditsDatabase();
    serving = await startTestService(service, { DATABASE_URL: database.url }, { clock: database.clock });
    target = `127.0.0.1:${serving.grpcPort}`;
  });
  after(async () => {
    await serving.stop(1_000);
    await database.close();
  });

  it('[D requests.7] transports 64-bit amounts and the ledger unchanged', async () => {
    const ledger = createClient(creditsLedger, { target });
    const reader = createClient(creditsReader, { target });
    try {
      await ledger.service.subscribe({ accountId, includedMillicredits: 200 }, call());
      const granted = await ledger.service.grant(
        { accountId, purchasedMillicredits: MAX_MILLICREDITS - 200, reference: 'invoice 1' },
        call(),
      );
      expect(granted.purchasedMillicredits).to.equal(MAX_MILLICREDITS - 200);

      const balances = { accountIds: [accountId, testAccount(2)] };
      const overGrpc = await reader.service.getBalances(balances, call());
      expect(overGrpc.balances[0]).to.deep.equal(granted);
      expect(overGrpc.balances[1]).to.deep.equal({
        accountId: testAccount(2),
        includedMillicredits: 0,
        purchasedMillicredits: 0,
      });
      expect(overGrpc).to.deep.equal(await database.reader.getBalances(balances, call()));

      const page = { accountId, afterEntryId: 0, limit: 10 };
      const entries = await reader.service.listEntries(page, call());
      expect(entries.entries.map((entry) => entry.kind)).to.deep.equal(['subscribe', 'grant']);
      expect(entries).to.deep.equal(await database.reader.listEntries(page, call()));
    } finally {
      ledger.close();
      reader.close();
    }
  });

  it('transports reservations and the members of insufficient_credits unchanged', async () => {
    const ledger = createClient(creditsLedger, { target });
    const reader = createClient(creditsReader, { target });
    try {
      const reservation = { accountId: testAccount(4), reservationId: testReservation(1) };
      const wanted = { ...reservation, millicredits: 1200 };
      const unsubscribed = await refusalError(ledger.service.reserve(wanted, call()));
      expect([unsubscribed.code, unsubscribed.members]).to.deep.equal([
        'insufficient_credits',
        { creditsRequiredMillicredits: 1200, creditsRemainingMillicredits: null },
      ]);
      await ledger.service.subscribe({ accountId: reservation.accountId, includedMillicredits: 2000 }, call());
      const reserved = await ledger.service.reserve(wanted, call());
      expect(reserved).to.include({ state: 'RESERVATION_STATE_PENDING', remainingMillicredits: 800, existed: false });
      const again = await database.ledger.reserve(wanted, call());
      expect({ ...reserved, existed: true, ageMs: again.ageMs }).to.deep.equal(again);
      const captures = { captures: [{ ...reservation, millicredits: 900 }] };
      const captured = await ledger.service.capture(captures, call());
      expect(captured.reservations[0]).to.include({
        capturedMillicredits: 900,
        returnedIncludedMillicredits: 300,
        remainingMillicredits: 0,
      });
      const ageless = ({ reservations }: typeof captured) => reservations.map((each) => ({ ...each, ageMs: 0 }));
      expect(ageless(captured)).to.deep.equal(ageless(await database.ledger.capture(captures, call())));
      const releases = { releases: [reservation] };
      const contradicted = await refusal(ledger.service.release(releases, call()));
      expect(contradicted[1]).to.deep.equal({ 'releases[0]': ['the reservation is captured'] });
      const page = { accountId: reservation.accountId, afterReservationId: '', limit: 10 };
      const { records } = await reader.service.listReservations(page, call());
      expect(
        ageless({ reservations: records.map((record) => record.reservation as credits.Reservation) }),
      ).to.deep.equal(ageless(captured));
      expect(records.map(({ reserveEntry, resolveEntry }) => [reserveEntry?.kind, resolveEntry?.kind])).to.deep.equal([
        ['reserve', 'capture'],
      ]);
    } finally {
      ledger.close();
      reader.close();
    }
  });

  it('refuses a call with the same code and fields as in process', async () => {
    const client = createClient(creditsLedger, { target });
    try {
      const request = { accountId: testAccount(3), purchasedMillicredits: 1000, reference: randomUUID() };
      const overGrpc = await refusal(client.service.grant(request, call()));
      expect(overGrpc).to.deep.equal([
        'validation_failed',
        { purchased: ['the account has no credit subscription; subscribe first'] },
      ]);
      expect(overGrpc).to.deep.equal(await refusal(database.ledger.grant(request, call())));
    } finally {
      client.close();
    }
  });

  it('is ready while its database is migrated', async () => {
    expect(await serving.checks['database']?.()).to.equal(undefined);
  });
});
