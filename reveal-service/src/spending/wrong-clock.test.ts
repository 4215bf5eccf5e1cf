import { randomUUID } from 'node:crypto';
import { startGuardedClock, type RunningGuardedClock } from '@prospecting/platform/clock';
import { createLogger } from '@prospecting/platform/telemetry';
import { expect } from 'chai';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '#testing/reveal-database.js';
import {
  call,
  contact,
  createSpendingFixture,
  GRACE_MS,
  refusalOf,
  type SpendingFixture,
} from '#testing/spending-fixture.js';

const YEAR_MS = 365 * 86_400_000;

describe('reveal-service with a wrong clock', () => {
  let database: RevealDatabase;
  let clock: RunningGuardedClock;
  let fixture: SpendingFixture;
  let accountId: string;
  let offsetMs = 0;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    await seedContact(database.superuser, testId('contact', 1), testId('organization', 1), { email: 'eva@example.se' });
  });
  beforeEach(async () => {
    offsetMs = 0;
    clock = startGuardedClock({
      clock: { now: () => new Date(Date.now() + offsetMs) },
      pool: database.revealPool,
      name: 'reveal',
      logger: createLogger({ service: 'reveal-test', level: 'silent' }),
    });
    await clock.asked;
    fixture = createSpendingFixture(database, { clock });
    accountId = randomUUID();
    fixture.credits.balances.set(accountId, 1_000);
  });
  afterEach(() => clock.stop());
  after(() => database.close());

  const order = () => ({ operation: 'one', accountId, subjects: [contact(testId('contact', 1), 'email')] });
  const attempts = async (): Promise<number> => {
    const { rowCount } = await database.superuser.query('select from reveal.attempts where account_id = $1', [
      accountId,
    ]);
    return rowCount ?? 0;
  };

  for (const [name, wrongByMs] of [
    ['a year fast', YEAR_MS],
    ['a year slow', -YEAR_MS],
    ['61 s fast', 61_000],
  ] as const) {
    it(`[D money.5] reveals and charges nothing while the clock is ${name}, and serves again when it is right`, async () => {
      offsetMs = wrongByMs;
      expect((await refusalOf(fixture.spend(order()))).code).to.equal('service_unavailable');
      expect(fixture.credits.reservations).to.deep.equal([]);
      expect(await attempts()).to.equal(0);
      offsetMs = 0;
      expect((await fixture.spend(order())).chargedMillicredits).to.equal(200);
    });
  }

  it('[D money.5] commits nothing when the clock jumps between the reserve and the commit', async () => {
    fixture.credits.faults.afterReserve = () => {
      offsetMs = YEAR_MS;
    };
    expect((await refusalOf(fixture.spend(order()))).code).to.equal('service_unavailable');
    expect(await attempts()).to.equal(0);
    expect(fixture.credits.captured(accountId)).to.equal(0);
  });

  it('[D money.5] aborts no attempts of other processes', async () => {
    await fixture.credits.ledger.reserve({ accountId, reservationId: randomUUID(), millicredits: 200 }, call());
    const recovering = createSpendingFixture(database, { clock, credits: fixture.credits });
    database.clock.advance(GRACE_MS + 1);
    offsetMs = YEAR_MS;
    expect(await recovering.recovery.runOnce()).to.equal(0);
    expect(await attempts()).to.equal(0);
    expect(fixture.credits.states(accountId)).to.deep.equal(['pending']);
    offsetMs = 0;
    expect(await recovering.recovery.runOnce()).to.equal(1);
  });
});
