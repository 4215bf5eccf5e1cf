import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { reveal } from '@prospecting/protos';
import { expect } from 'chai';
import fc from 'fast-check';
import { createGate } from '#testing/gate.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import {
  contact,
  createSpendingFixture,
  GRACE_MS,
  refusalOf,
  type TestOrder,
  type SpendingFixture,
} from '#testing/spending-fixture.js';

const contacts = Array.from({ length: 25 }, (_, index) => testId('contact', index + 1));
const [one, two] = contacts as [string, string];

describe('concurrent reveals', () => {
  let database: RevealDatabase;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    const organizationId = testId('organization', 1);
    await seedOrganization(database.superuser, organizationId);
    for (const [index, id] of contacts.entries())
      await seedContact(database.superuser, id, organizationId, { email: `person${index}@example.se` });
  });
  beforeEach(() => {
    accountId = randomUUID();
  });
  after(() => database.close());

  const funded = (
    millicredits: number,
    overrides: Parameters<typeof createSpendingFixture>[1] = {},
  ): SpendingFixture => {
    const fixture = createSpendingFixture(database, overrides);
    fixture.credits.balances.set(accountId, millicredits);
    return fixture;
  };
  const orderOf = (...ids: string[]): TestOrder => ({ accountId, subjects: ids.map((id) => contact(id, 'email')) });
  const committed = async (): Promise<number> => {
    const { rows } = await database.superuser.query<{ count: number }>(
      "select count(*) from reveal.attempts where account_id = $1 and state = 'committed'",
      [accountId],
    );
    return rows[0]?.count ?? 0;
  };
  const charges = (outcomes: readonly reveal.SpendOutcome[]): number[] =>
    outcomes.map((each) => each.chargedMillicredits).toSorted((a, b) => a - b);

  it('I9 charge the same subject once, and each outcome shows what it paid', async () => {
    const gate = createGate('reveal.reserved');
    const fixture = funded(1_000, { crashPoints: gate.crashPoints });
    const both = [fixture.spend(orderOf(one, two)), fixture.spend(orderOf(two, one))];
    await gate.arrived(2);
    gate.open();
    const outcomes = await Promise.all(both);
    expect(charges(outcomes)).to.deep.equal([0, 400]);
    for (const outcome of outcomes) {
      const isFree = outcome.chargedMillicredits === 0;
      expect(outcome.quotedMillicredits).to.equal(outcome.chargedMillicredits);
      expect(outcome.subjects.map((each) => each.alreadyRevealedInfoTypes.length)).to.deep.equal(
        isFree ? [1, 1] : [0, 0],
      );
    }
    expect(fixture.credits.captured(accountId)).to.equal(400);
    expect(fixture.credits.balances.get(accountId)).to.equal(600);
  });

  it('I5 I9 charge in total the price of what they reveal, and each exactly its own part', async () => {
    const requests = fc.array(fc.shuffledSubarray(contacts, { minLength: 1 }), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(requests, async (orders) => {
        accountId = randomUUID();
        const fixture = funded(100_000);
        const outcomes = await Promise.all(orders.map((ids) => fixture.spend(orderOf(...ids))));
        const union = new Set(orders.flat());
        expect(charges(outcomes).reduce((total, charged) => total + charged, 0)).to.equal(union.size * 200);
        for (const outcome of outcomes) {
          const costs = outcome.subjects.reduce((total, each) => total + each.costMillicredits, 0);
          expect(costs).to.equal(outcome.chargedMillicredits);
        }
        expect(fixture.credits.captured(accountId)).to.equal(union.size * 200);
        expect(fixture.credits.balances.get(accountId)).to.equal(100_000 - union.size * 200);
      }),
      { numRuns: 25 },
    );
  });

  it('I7 commit one attempt for fifty calls of one operation, and all return its outcome', async () => {
    const fixture = funded(100_000);
    const order = { ...orderOf(one, two), operation: 'fifty' };
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => fixture.spend(order)));
    for (const { subjects, quotedMillicredits, chargedMillicredits } of outcomes) {
      expect([quotedMillicredits, chargedMillicredits]).to.deep.equal([400, 400]);
      expect(subjects.map((each) => each.newInfoTypes)).to.deep.equal([['email'], ['email']]);
    }
    expect(await committed()).to.equal(1);
    expect(fixture.credits.captured(accountId)).to.equal(400);
    expect(new Set(fixture.credits.states(accountId))).not.to.include('pending');
    expect(fixture.credits.balances.get(accountId)).to.equal(99_600);
  });

  it('I7 return the outcome of one operation to all its calls when the balance pays for one', async () => {
    const gate = createGate('reveal.reserved');
    const fixture = funded(200, { crashPoints: gate.crashPoints });
    const order = { ...orderOf(one), operation: 'last credit' };
    const tries = Array.from({ length: 10 }, () => fixture.spend(order));
    // One reservation serves all of them.
    await gate.arrived(10);
    gate.open();
    const outcomes = await Promise.all(tries);
    expect(charges(outcomes)).to.deep.equal(Array.from({ length: 10 }, () => 200));
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  it('I9 are not refused for credits that another request has reserved for the same subject', async () => {
    const gate = createGate('reveal.reserved');
    const fixture = funded(400, {
      crashPoints: gate.crashPoints,
      pause: async () => {
        gate.open();
        await first;
      },
    });
    const first: Promise<reveal.SpendOutcome> = fixture.spend(orderOf(one, two));
    await gate.arrived(1);
    const second = await fixture.spend(orderOf(two));
    expect([(await first).chargedMillicredits, second.chargedMillicredits]).to.deep.equal([400, 0]);
  });

  it('succeed as far as the balance pays, each completely or not at all', async () => {
    const fixture = funded(1_000, { pause: (durationMs) => sleep(durationMs / 10) });
    const results = await Promise.allSettled(contacts.slice(0, 20).map((id) => fixture.spend(orderOf(id))));
    const refused = results.filter((each) => each.status === 'rejected');
    expect(refused).to.have.lengthOf(15);
    for (const { reason } of refused) expect(reason).to.deep.include({ code: 'insufficient_credits' });
    expect(await committed()).to.equal(5);
    expect(fixture.credits.balances.get(accountId)).to.equal(0);
  });

  it('are refused after four pauses when the balance cannot pay', async () => {
    let pauses = 0;
    const fixture = funded(199, {
      pause: () => {
        pauses += 1;
        return Promise.resolve();
      },
    });
    expect((await refusalOf(fixture.spend(orderOf(one)))).code).to.equal('insufficient_credits');
    expect(pauses).to.equal(4);
  });

  it('I8 reveal nothing under an attempt that recovery has aborted; a retry uses another attempt', async () => {
    const gate = createGate('reveal.reserved');
    const fixture = funded(200, { crashPoints: gate.crashPoints });
    const order = { ...orderOf(one), operation: 'stalled' };
    const stalled = fixture.spend(order);
    await gate.arrived(1);
    database.clock.advance(GRACE_MS + 1);
    expect(await fixture.recovery.runOnce()).to.equal(1);
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    expect(await committed()).to.equal(0);
    gate.open();
    expect((await refusalOf(stalled)).code).to.equal('idempotency_key_in_use');
    expect(await committed()).to.equal(0);
    expect((await fixture.spend(order)).chargedMillicredits).to.equal(200);
    expect(fixture.credits.states(accountId)).to.deep.equal(['released', 'captured']);
    expect(await committed()).to.equal(1);
  });

  it('I8 do nothing after recovery aborted the attempt and another request took the credits', async () => {
    const gate = createGate('reveal.reserved');
    const fixture = funded(200, { crashPoints: gate.crashPoints });
    const stalled = fixture.spend(orderOf(one));
    await gate.arrived(1);
    database.clock.advance(GRACE_MS + 1);
    await fixture.recovery.runOnce();
    const other = createSpendingFixture(database, { credits: fixture.credits });
    await other.spend(orderOf(two));
    gate.open();
    expect((await refusalOf(stalled)).code).to.equal('idempotency_key_in_use');
    expect(await committed()).to.equal(1);
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });
});
