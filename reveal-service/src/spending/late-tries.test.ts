import { randomUUID } from 'node:crypto';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { holdFirstQuery } from '../testing/gate.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '../testing/reveal-database.js';
import { contact, createSpendingFixture, refusalOf, type SpendingFixture } from '../testing/spending-fixture.js';

const contactId = testId('contact', 1);

describe('what a try leaves on its way', () => {
  let database: RevealDatabase;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    await seedContact(database.superuser, contactId, testId('organization', 1), { email: 'eva@example.se' });
  });
  beforeEach(() => {
    accountId = randomUUID();
  });
  afterEach(() => database.superuser.query('delete from reveal.prices'));
  after(() => database.close());

  const asked = () => ({
    operation: accountId,
    accountId,
    subjects: [contact(contactId, 'email')],
    maxMillicredits: 200,
  });
  const committed = async (): Promise<number> => {
    const { rows } = await database.superuser.query<{ count: number }>(
      "select count(*) from reveal.attempts where account_id = $1 and state = 'committed'",
      [accountId],
    );
    return rows[0]?.count ?? 0;
  };

  it('[D money.1] a 402 is final also for a try that began before it and has read nothing yet', async () => {
    const { pool, held, goOn } = holdFirstQuery(database.revealPool);
    const first = createSpendingFixture(database, { revealPool: pool });
    first.credits.balances.set(accountId, 0);
    const late = first.spend(asked()).catch((error: unknown) => error);
    await held.raised;
    const retry = createSpendingFixture(database, { credits: first.credits });
    expect((await refusalOf(retry.spend(asked()))).code).to.equal('insufficient_credits');
    first.credits.balances.set(accountId, 1_000);
    goOn.raise();
    expect(await late).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(first.credits.balances.get(accountId)).to.equal(1_000);
  });

  it('[D money.2] releases what a lost Reserve takes after its repetition was refused', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 0);
    const carryOut = loseFirstReserve(fixture);
    expect((await refusalOf(fixture.spend(asked()))).code).to.equal('insufficient_credits');
    fixture.credits.balances.set(accountId, 200);
    await carryOut();
    await fixture.settlements.idle();
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    expect(fixture.credits.balances.get(accountId)).to.equal(200);
  });

  it('[D money.2] holds nothing for an attempt that another try has committed for nothing', async () => {
    const first = createSpendingFixture(database);
    first.credits.balances.set(accountId, 200);
    let carryOut: (() => Promise<void>) | undefined;
    const retry = createSpendingFixture(database, { credits: first.credits });
    first.credits.faults.beforeReserve = async (request) => {
      carryOut ??= async () => {
        delete first.credits.faults.beforeReserve;
        await first.credits.ledger.reserve(request, { deadlineAt: Date.now() + 1_000 });
      };
      await database.superuser.query(
        `insert into reveal.prices (price_group, subject, info_type, millicredits) values ('default', 'contact', 'email', 0)
        on conflict do nothing`,
      );
      await retry.spend(asked());
      throw serviceUnavailable('a test is late with this message');
    };
    await first.spend(asked()).catch(() => {});
    await carryOut?.();
    await first.settlements.idle();
    expect(await committed()).to.equal(1);
    expect(first.credits.states(accountId)).not.to.include('pending');
    expect(first.credits.balances.get(accountId)).to.equal(200);
  });
});

/** The first request to reserve gets no answer; it is carried out when the test says so. */
function loseFirstReserve({ credits }: SpendingFixture): () => Promise<void> {
  let carryOut = (): Promise<void> => Promise.resolve();
  credits.faults.beforeReserve = (request) => {
    delete credits.faults.beforeReserve;
    carryOut = async () => {
      await credits.ledger.reserve(request, { deadlineAt: Date.now() + 1_000 });
    };
    throw serviceUnavailable('a test is late with this message');
  };
  return () => carryOut();
}
