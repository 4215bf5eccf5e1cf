import { createClient, type ServiceClient } from '@prospecting/platform/grpc';
import type { PoolClient } from '@prospecting/platform/postgres';
import type { Serving } from '@prospecting/platform/serving';
import { startTestService } from '@prospecting/platform/testing';
import { creditsLedger, creditsReader, type credits } from '@prospecting/protos';
import { expect } from 'chai';
import { service } from './index.js';
import {
  call,
  createCreditsDatabase,
  refusalError,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';

const CONNECTIONS = 10;
/** The deadlines of reveal-service. */
const RESERVE_DEADLINE_MS = 2_500;
const CAPTURE_DEADLINE_MS = 1_000;
const hot = testAccount(1);
const others = Array.from({ length: 5 }, (_, index) => testAccount(index + 2));

describe('credits-service while another transaction locks the balance of one account', () => {
  let database: CreditsDatabase;
  let serving: Serving;
  let ledger: ServiceClient<credits.CreditsLedgerDefinition>;
  let reader: ServiceClient<credits.CreditsReaderDefinition>;
  let holder: PoolClient;

  before(async () => {
    database = await createCreditsDatabase();
    const environment = { DATABASE_URL: database.url, DATABASE_POOL_SIZE: String(CONNECTIONS) };
    serving = await startTestService(service, environment, { clock: database.clock });
    const target = `127.0.0.1:${serving.grpcPort}`;
    ledger = createClient(creditsLedger, { target });
    reader = createClient(creditsReader, { target });
    for (const accountId of [hot, ...others]) {
      await database.ledger.subscribe({ accountId, includedMillicredits: 1000 }, call());
    }
  });
  beforeEach(async () => {
    database.clock.set('2026-01-31T12:00:00Z');
    holder = await database.superuser.connect();
    await holder.query('begin');
    await holder.query('select from credits.balances where account_id = $1 for update', [hot]);
  });
  afterEach(async () => {
    await holder.query('rollback');
    holder.release();
  });
  after(async () => {
    ledger?.close();
    reader?.close();
    await serving?.stop(1_000);
    await database.close();
  });

  const reserve = (accountId: string, n: number) =>
    ledger.service.reserve({ accountId, reservationId: testReservation(n), millicredits: 100 }, call());
  const recordsOf = async (accountId: string) => {
    const page = { accountId, afterReservationId: '', limit: 100 };
    return (await database.reader.listReservations(page, call())).records;
  };
  const timed = async <Result>(answer: Promise<Result>): Promise<{ result: Result; ms: number }> => {
    const startedAt = performance.now();
    const result = await answer;
    return { result, ms: performance.now() - startedAt };
  };

  it('reserves for other accounts, and ends its own reserves in time with service_unavailable', async () => {
    // More than there are connections, so that some of them also wait for one.
    const blocked = Array.from({ length: 1.5 * CONNECTIONS }, (_, n) => timed(refusalError(reserve(hot, n + 1))));
    const served = others.map((accountId) => reserve(accountId, 1));
    for (const result of await Promise.all(served)) expect(result).to.include({ remainingMillicredits: 900 });
    for (const { result, ms } of await Promise.all(blocked)) {
      expect([result.code, result.kind.retryable]).to.deep.equal(['service_unavailable', true]);
      expect(ms).to.be.lessThan(RESERVE_DEADLINE_MS);
    }
    await holder.query('commit');
    expect(await recordsOf(hot)).to.deep.equal([]);
    expect(await reserve(hot, 1)).to.include({ existed: false, remainingMillicredits: 900 });
  });

  it('captures for other accounts, and fails the batch within the deadline of its caller', async () => {
    const accountId = others[0] as string;
    await reserve(accountId, 2);
    const captures = [hot, accountId].map((of) => ({
      accountId: of,
      reservationId: testReservation(2),
      millicredits: 60,
    }));
    const { result, ms } = await timed(refusalError(ledger.service.capture({ captures }, call())));
    expect(result.code).to.equal('service_unavailable');
    expect(ms).to.be.lessThan(CAPTURE_DEADLINE_MS);
    const captured = (await recordsOf(accountId)).find(
      (each) => each.reservation?.reservationId === testReservation(2),
    );
    expect(captured?.reservation?.state).to.equal('RESERVATION_STATE_CAPTURED');
  });

  it('fails a read of that balance when its reset is due, within the deadline of the caller', async () => {
    database.clock.set('2026-03-01T00:00:00Z');
    const { result, ms } = await timed(refusalError(reader.service.getBalances({ accountIds: [hot] }, call())));
    expect(result.code).to.equal('service_unavailable');
    expect(ms).to.be.lessThan(CAPTURE_DEADLINE_MS);
  });
});
