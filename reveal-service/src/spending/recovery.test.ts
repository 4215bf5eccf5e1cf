import { randomUUID } from 'node:crypto';
import { Registry } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import { createSignal } from '../testing/gate.js';
import { unavailable } from '../testing/recorded-credits.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '../testing/reveal-database.js';
import { call, contact, createSpendingFixture, GRACE_MS, type SpendingFixture } from '../testing/spending-fixture.js';
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

  it('leaves what is younger than the grace period alone', async () => {
    await reserve();
    database.clock.advance(GRACE_MS);
    expect(await fixture.recovery.runOnce()).to.equal(0);
    database.clock.advance(1);
    expect(await fixture.recovery.runOnce()).to.equal(1);
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
  });

  it('I5 captures of a committed attempt what it says, not what was reserved', async () => {
    fixture.credits.faults.beforeCapture = unavailable(3);
    await fixture.spend({ accountId, subjects: [contact(testId('contact', 1), 'email')] });
    const [reservation] = fixture.credits.reservations;
    // As if more had been reserved, because another request revealed a part meanwhile.
    if (reservation !== undefined) reservation.purchasedMillicredits = 700;
    database.clock.advance(GRACE_MS + 1);
    await fixture.recovery.runOnce();
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  it('ends more than one page in a run', async () => {
    for (let n = 0; n < 230; n += 1) await reserve();
    database.clock.advance(GRACE_MS + 1);
    expect(await fixture.recovery.runOnce()).to.equal(230);
    expect(fixture.credits.balances.get(accountId)).to.equal(100_000);
  });

  it('runs by itself, goes on after a failure, and ends when it is stopped', async () => {
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
    await recovery.stop();
    expect(tries).to.deep.equal(['release', 'release']);
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    const metrics = await registry.metrics();
    expect(metrics).to.include('prospect_recovery_total{outcome="failed"} 1');
    expect(metrics).to.include('prospect_recovery_total{outcome="release"} 1');
    expect(metrics).to.include('prospect_recovery_oldest_reservation_seconds 30.001');
  });
});

describe('settling one reservation', () => {
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

  const settle = (reservationId: string) => fixture.spender.settleReservation({ accountId, reservationId }, call());

  it('captures what a committed attempt revealed, and answers the same again', async () => {
    fixture.credits.faults.beforeCapture = unavailable(3);
    await fixture.spend({ accountId, subjects: [contact(testId('contact', 1), 'email')] });
    const reservationId = fixture.credits.reservations[0]?.reservationId ?? '';
    expect(await settle(reservationId)).to.deep.equal({ captured: true, capturedMillicredits: 200 });
    expect(await settle(reservationId)).to.deep.equal({ captured: true, capturedMillicredits: 200 });
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  it('gives back what is reserved for an attempt that is still under way, which then reveals nothing', async () => {
    let reservationId = '';
    fixture.credits.faults.afterReserve = async (request) => {
      ({ reservationId } = request);
      delete fixture.credits.faults.afterReserve;
      await settle(reservationId);
    };
    const spent = fixture.spend({ accountId, subjects: [contact(testId('contact', 1), 'email')] });
    await spent.catch(() => undefined);
    expect(await settle(reservationId)).to.deep.equal({ captured: false, capturedMillicredits: 0 });
    const { attempts } = await fixture.spender.listAttempts({ accountId, afterAttemptId: '', limit: 10 }, call());
    expect(attempts.map(({ attemptId }) => attemptId)).to.not.include(reservationId);
    expect(fixture.credits.captured(accountId)).to.equal(attempts.length * 200);
  });
});
