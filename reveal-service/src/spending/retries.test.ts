import { randomUUID } from 'node:crypto';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { expect } from 'chai';
import { createGate } from '../testing/gate.js';
import {
  createRevealDatabase,
  seedContact,
  seedOrganization,
  testId,
  type RevealDatabase,
} from '../testing/reveal-database.js';
import {
  contact,
  createSpendingFixture,
  GRACE_MS,
  refusalOf,
  toRequest,
  type SpendingFixture,
} from '../testing/spending-fixture.js';

const contactId = testId('contact', 1);
const otherId = testId('contact', 2);

describe('a retry of a spend whose first try is not over', () => {
  let database: RevealDatabase;
  let accountId: string;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    await seedContact(database.superuser, contactId, testId('organization', 1), { email: 'eva@example.se' });
    await seedContact(database.superuser, otherId, testId('organization', 1), { email: 'adam@example.se' });
  });
  beforeEach(() => {
    accountId = randomUUID();
  });
  afterEach(() => database.superuser.query('delete from reveal.prices'));
  after(() => database.close());

  const asked = () => ({ operation: 'one', accountId, subjects: [contact(contactId, 'email')], maxMillicredits: 200 });
  const committed = async (): Promise<number> => {
    const { rows } = await database.superuser.query<{ count: number }>(
      "select count(*) from reveal.attempts where account_id = $1 and state = 'committed'",
      [accountId],
    );
    return rows[0]?.count ?? 0;
  };
  const setPrice = (millicredits: number) =>
    database.superuser.query(
      `insert into reveal.prices (price_group, subject, info_type, millicredits) values ('default', 'contact', 'email', $1)
      on conflict on constraint prices_pkey do update set millicredits = excluded.millicredits`,
      [millicredits],
    );
  /** A first try that is stopped at a point, and another process that serves its retries. */
  const stalledAt = async (point: 'reveal.planned' | 'reveal.reserved', balance: number) => {
    const gate = createGate(point);
    const first = createSpendingFixture(database, { crashPoints: gate.crashPoints });
    first.credits.balances.set(accountId, balance);
    const stalled = first.spend(asked()).catch((error: unknown) => error);
    await gate.arrived(1);
    const retrying: SpendingFixture = createSpendingFixture(database, { credits: first.credits });
    return { credits: first.credits, gate, stalled, retrying };
  };

  it('[D money.1] a 402 is final: the first try, which goes on after it and could pay by now, charges nothing', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.planned', 0);
    expect((await refusalOf(retrying.spend(asked()))).code).to.equal('insufficient_credits');
    credits.balances.set(accountId, 1_000);
    gate.open();
    expect(await stalled).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(credits.captured(accountId)).to.equal(0);
    expect(credits.balances.get(accountId)).to.equal(1_000);
    expect(credits.states(accountId)).not.to.include('pending');
  });

  it('[D money.1] a 422 is final: the first try, which planned at a lower price, charges nothing after it', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.reserved', 1_000);
    await setPrice(500);
    expect((await refusalOf(retrying.spend(asked()))).code).to.equal('credit_cap_exceeded');
    await setPrice(200);
    gate.open();
    expect(await stalled).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(credits.balances.get(accountId)).to.equal(1_000);
  });

  it('[D money.1] is not refused for the credits that its own first try holds', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.reserved', 200);
    expect((await retrying.spend(asked())).chargedMillicredits).to.equal(200);
    gate.open();
    expect(await stalled).to.deep.include({ chargedMillicredits: 200 });
    expect(await committed()).to.equal(1);
    expect(credits.captured(accountId)).to.equal(200);
  });

  it('[D money.1] after a refusal the same operation may be tried again, and then pays once', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 0);
    for (let tries = 0; tries < 7; tries += 1)
      expect((await refusalOf(fixture.spend(asked()))).code).to.equal('insufficient_credits');
    fixture.credits.balances.set(accountId, 1_000);
    expect((await fixture.spend(asked())).chargedMillicredits).to.equal(200);
    expect((await fixture.spend(asked())).chargedMillicredits).to.equal(200);
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  /** A row that a commit waits for while another connection holds it, until `release`. */
  const lockRow = async (insert: string, values: unknown[]): Promise<{ release(): Promise<void> }> => {
    const locker = await database.superuser.connect();
    await locker.query('begin');
    await locker.query(insert, values);
    return {
      release: async () => {
        await locker.query('rollback');
        locker.release();
      },
    };
  };
  const operationId = (): Buffer => Buffer.from(toRequest(asked()).operationId, 'hex');

  it('[D money.1] a 422 is final also while the commit of the first try waits in the database', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 200);
    const lock = await lockRow(
      `insert into reveal.reveals
        (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id, value_hash)
      values ($1, 'contact', $2, 'email', now(), now() + interval '1 year', 0, $3, decode(repeat('00', 32), 'hex'))`,
      [accountId, contactId, randomUUID()],
    );
    const first = fixture.spend(asked()).catch((error: unknown) => error);
    await untilCommitWaits(database);
    await setPrice(500);
    const retry = createSpendingFixture(database, { credits: fixture.credits });
    expect((await refusalOf(retry.spend(asked()))).code).to.equal('credit_cap_exceeded');
    await setPrice(200);
    await lock.release();
    expect(await first).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(fixture.credits.balances.get(accountId)).to.equal(200);
  });

  it('[D money.1] answers 409, and no refusal, while it cannot be known whether the first try commits', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 200);
    // The commit has written its attempt when it comes to this row.
    const lock = await lockRow(
      `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at) values ($1, $2, $3, '[]', now())`,
      [accountId, operationId(), randomUUID()],
    );
    const first = fixture.spend(asked()).catch((error: unknown) => error);
    await untilCommitWaits(database);
    await setPrice(500);
    const retry = createSpendingFixture(database, { credits: fixture.credits });
    const refusal = await refusalOf(retry.spend(asked(), { deadlineAt: Date.now() + 700 }));
    expect(refusal).to.deep.equal({ code: 'idempotency_key_in_use', members: { retryAfterSeconds: 1 } });
    await lock.release();
    expect(await first).to.deep.include({ chargedMillicredits: 200 });
    expect((await retry.spend(asked())).chargedMillicredits).to.equal(200);
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  it('[D money.2] releases a reservation that is made after its maker gave it up, without recovery', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 200);
    let late: (() => void) | undefined;
    fixture.credits.faults.beforeReserve = (request) => {
      delete fixture.credits.faults.beforeReserve;
      late = () => void fixture.credits.ledger.reserve(request, { deadlineAt: Date.now() + 1_000 });
      throw serviceUnavailable('a test is late with this answer');
    };
    const tries = await fixture.spend(asked()).catch((error: unknown) => error);
    late?.();
    expect(fixture.credits.states(accountId)).not.to.include('pending');
    // Another operation is not refused for it.
    const other = { ...asked(), operation: 'two', subjects: [contact(otherId, 'email')] };
    if (tries instanceof Error) expect((await fixture.spend(other)).chargedMillicredits).to.equal(200);
  });

  it('[D money.1] ends first what a try left that recovery has fenced and not released', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.reserved', 200);
    database.clock.advance(GRACE_MS + 1);
    credits.faults.beforeRelease = () => {
      delete credits.faults.beforeRelease;
      throw serviceUnavailable('a test lost this message');
    };
    await retrying.recovery.runOnce().catch(() => {});
    expect(credits.states(accountId)).to.deep.equal(['pending']);
    expect((await retrying.spend(asked())).chargedMillicredits).to.equal(200);
    gate.open();
    await stalled;
    expect(await committed()).to.equal(1);
    expect(credits.captured(accountId)).to.equal(200);
    expect(credits.balances.get(accountId)).to.equal(0);
  });
});

/** Resolves when a commit waits for a row of another transaction. */
async function untilCommitWaits({ superuser }: RevealDatabase): Promise<void> {
  const giveUpAt = Date.now() + 5_000;
  while (Date.now() < giveUpAt) {
    const { rows } = await superuser.query(
      `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like 'with revealed as%'`,
    );
    if (rows.length > 0) return;
  }
  throw new Error('no commit waits');
}
