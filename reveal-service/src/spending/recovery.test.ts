import { randomUUID } from 'node:crypto';
import { createPool } from '@prospecting/platform/postgres';
import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { createSignal } from '#testing/gate.js';
import { unavailable } from '#testing/recorded-credits.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import { call, contact, createSpendingFixture, GRACE_MS, type SpendingFixture } from '#testing/spending-fixture.js';
import { createRecovery } from './recovery.js';

describe('recovery', () => {
  let database: RevealDatabase;
  let fixture: SpendingFixture;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    await seedContact(database.superuser, testId('contact', 1), testId('organization', 1), { email: 'eva@example.se' });
  });
  beforeEach(() => {
    fixture = createSpendingFixture(database);
    accountId = randomUUID();
    fixture.credits.balances.set(accountId, 100_000);
  });
  after(() => database.close());

  const reserve = (millicredits = 200) =>
    fixture.credits.ledger.reserve({ accountId, reservationId: randomUUID(), millicredits }, call());

  it('does not touch a reservation younger than the grace period', async () => {
    await reserve();
    database.clock.advance(GRACE_MS - 1);
    expect(await fixture.recovery.runOnce()).to.equal(0);
    database.clock.advance(1);
    expect(await fixture.recovery.runOnce()).to.equal(1);
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
  });

  it('I5 captures the amount that the committed attempt states, not the reserved amount', async () => {
    fixture.credits.faults.beforeCapture = unavailable(1_000);
    await fixture.spend({ accountId, subjects: [contact(testId('contact', 1), 'email')] });
    delete fixture.credits.faults.beforeCapture;
    const [reservation] = fixture.credits.reservations;
    // As if another request had revealed a part after the Reserve.
    if (reservation !== undefined) reservation.purchasedMillicredits = 700;
    database.clock.advance(GRACE_MS + 1);
    await fixture.recovery.runOnce();
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  it('resolves more than one page in a run', async () => {
    for (let n = 0; n < 230; n += 1) await reserve();
    database.clock.advance(GRACE_MS + 1);
    expect(await fixture.recovery.runOnce()).to.equal(230);
    expect(fixture.credits.balances.get(accountId)).to.equal(100_000);
  });

  it('stops within the limit while a call never ends', async () => {
    const listed = createSignal();
    Object.assign(fixture.credits.reader, {
      listPendingReservations: () => {
        listed.raise();
        return new Promise(() => {});
      },
    });
    const recovery = createRecovery(fixture.dependencies, { graceMs: GRACE_MS, intervalMs: 1 });
    recovery.start();
    await listed.raised;
    await recovery.stop(20);
  });

  /**
   * Seeds a committed attempt that costs more than its reservation, so that it can never be
   * resolved.
   */
  const poison = async (): Promise<string> => {
    const { reservationId } = await reserve(10);
    await database.superuser.query(
      `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
      values ($1, $2, 'committed', 500, '[["contact", "cccccccc-0000-4000-8000-000000000001", "email", 500]]', now())`,
      [accountId, reservationId],
    );
    return reservationId;
  };

  it('[D money.2] resolves all other reservations while one cannot be resolved', async () => {
    await poison();
    for (let n = 0; n < 5; n += 1) await reserve();
    database.clock.advance(GRACE_MS + 1);
    await fixture.recovery.runOnce();
    expect(fixture.credits.states(accountId).toSorted()).to.deep.equal([
      'pending',
      ...Array.from({ length: 5 }, () => 'released'),
    ]);
  });

  it('[D money.2] reaches a reservation behind more than a page of those that cannot be resolved', async () => {
    for (let n = 0; n < 120; n += 1) await poison();
    await reserve();
    database.clock.advance(GRACE_MS + 1);
    await fixture.recovery.runOnce();
    expect(fixture.credits.states(accountId).filter((state) => state === 'released')).to.have.length(1);
  });

  it('[D money.2] resolves all other reservations while the row of one attempt is locked', async () => {
    const revealPool = createPool({
      connectionString: database.url,
      applicationName: 'reveal-test-impatient',
      maxConnections: 2,
      statementTimeoutMs: 200,
    });
    const impatient = createSpendingFixture(database, { credits: fixture.credits, revealPool });
    const locker = await database.superuser.connect();
    try {
      const { reservationId } = await reserve();
      for (let n = 0; n < 3; n += 1) await reserve();
      await locker.query('begin');
      await locker.query(
        `insert into reveal.attempts (account_id, attempt_id, state, millicredits, reveals, at)
        values ($1, $2, 'aborted', 0, '[]', now())`,
        [accountId, reservationId],
      );
      database.clock.advance(GRACE_MS + 1);
      await impatient.recovery.runOnce();
      expect(fixture.credits.states(accountId)).to.deep.equal(['pending', 'released', 'released', 'released']);
      await locker.query('commit');
      await impatient.recovery.runOnce();
      expect(fixture.credits.states(accountId)).not.to.include('pending');
    } finally {
      await locker.query('rollback').catch(() => {});
      locker.release();
      await revealPool.end();
    }
  });

  it('runs periodically, continues after a failure, and ends when it is stopped', async () => {
    await reserve();
    database.clock.advance(GRACE_MS + 1);
    const fail = unavailable(1);
    const tries: string[] = [];
    const released = createSignal();
    fixture.credits.faults.beforeRelease = () => {
      tries.push('release');
      fail();
      released.raise();
    };
    const registry = new Registry();
    const recovery = createRecovery({ ...fixture.dependencies, registry }, { graceMs: GRACE_MS, intervalMs: 10 });
    recovery.start();
    await released.raised;
    await recovery.stop(5_000);
    expect(tries).to.deep.equal(['release', 'release']);
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    const metrics = await registry.metrics();
    expect(metrics).to.include('prospect_recovery_total{outcome="failed"} 1');
    expect(metrics).to.include('prospect_recovery_total{outcome="release"} 1');
    expect(metrics).to.include('prospect_recovery_oldest_reservation_seconds 30');
  });

  describe('shows when it last went through all pending reservations', () => {
    const shown = async (registry: Registry, name: string): Promise<string | undefined> =>
      (await registry.metrics()).split('\n').find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
    const LAST_SUCCESS = 'prospect_recovery_last_success_timestamp_seconds';

    it('by the clock of the database, 0 before the first time, and also when one of them stays pending', async () => {
      const registry = new Registry();
      const recovery = createRecovery(
        { ...fixture.dependencies, registry },
        { graceMs: GRACE_MS, intervalMs: 3_600_000 },
      );
      expect(await shown(registry, LAST_SUCCESS)).to.equal(`${LAST_SUCCESS} 0`);
      await reserve();
      database.clock.advance(GRACE_MS + 1);
      fixture.credits.faults.beforeRelease = unavailable(1);
      const startedAt = database.clock.databaseNow().getTime() / 1_000;
      await recovery.runOnce();
      const seconds = Number((await shown(registry, LAST_SUCCESS))?.split(' ')[1]);
      expect(seconds).to.be.within(startedAt, database.clock.databaseNow().getTime() / 1_000);
      expect(await registry.metrics()).to.include('prospect_recovery_total{outcome="failed"} 1');
    });

    it('but not of a run that could not list them', async () => {
      const registry = new Registry();
      const { reader } = fixture.dependencies.credits;
      const deaf = { ...reader, listPendingReservations: () => Promise.reject(new Error('credits-service is down')) };
      const recovery = createRecovery(
        { ...fixture.dependencies, registry, credits: { ...fixture.dependencies.credits, reader: deaf } },
        { graceMs: GRACE_MS, intervalMs: 3_600_000 },
      );
      expect(await recovery.runOnce().catch(String)).to.include('credits-service is down');
      expect(await shown(registry, LAST_SUCCESS)).to.equal(`${LAST_SUCCESS} 0`);
    });
  });
});

describe('SettleReservation', () => {
  let database: RevealDatabase;
  let fixture: SpendingFixture;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    await seedContact(database.superuser, testId('contact', 1), testId('organization', 1), { email: 'eva@example.se' });
  });
  beforeEach(() => {
    fixture = createSpendingFixture(database);
    accountId = randomUUID();
    fixture.credits.balances.set(accountId, 100_000);
  });
  after(() => database.close());

  const settle = (reservationId: string) => fixture.admin.settleReservation({ accountId, reservationId }, call());

  it('captures what a committed attempt revealed, and answers a repetition identically', async () => {
    fixture.credits.faults.beforeCapture = unavailable(1_000);
    await fixture.spend({ accountId, subjects: [contact(testId('contact', 1), 'email')] });
    delete fixture.credits.faults.beforeCapture;
    const reservationId = fixture.credits.reservations[0]?.reservationId ?? '';
    expect(await settle(reservationId)).to.deep.equal({ captured: true, capturedMillicredits: 200 });
    expect(await settle(reservationId)).to.deep.equal({ captured: true, capturedMillicredits: 200 });
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  it('releases the reservation of an attempt under way, which then reveals nothing', async () => {
    let reservationId = '';
    fixture.credits.faults.afterReserve = async (request) => {
      ({ reservationId } = request);
      delete fixture.credits.faults.afterReserve;
      await settle(reservationId);
    };
    const spent = fixture.spend({ accountId, subjects: [contact(testId('contact', 1), 'email')] });
    await spent.catch(() => undefined);
    expect(await settle(reservationId)).to.deep.equal({ captured: false, capturedMillicredits: 0 });
    const { attempts } = await fixture.admin.listAttempts({ accountId, afterAttemptId: '', limit: 10 }, call());
    expect(attempts.map(({ attemptId }) => attemptId)).to.not.include(reservationId);
    expect(fixture.credits.captured(accountId)).to.equal(attempts.length * 200);
  });
});
