import { randomUUID } from 'node:crypto';
import { serviceUnavailable } from '@prospecting/platform/errors';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createGate, holdFirstQuery } from '#testing/gate.js';
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
  toRequest,
  type SpendingFixture,
} from '#testing/spending-fixture.js';

const contactId = testId('contact', 1);
const otherId = testId('contact', 2);

describe('a retry while an earlier try is still under way', () => {
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

  const order = () => ({ operation: 'one', accountId, subjects: [contact(contactId, 'email')], maxMillicredits: 200 });
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
  /**
   * Starts a first try that stalls at a crash point, and another process that serves the retries.
   */
  const stalledAt = async (point: 'reveal.planned' | 'reveal.reserved', balance: number) => {
    const gate = createGate(point);
    const first = createSpendingFixture(database, { crashPoints: gate.crashPoints });
    first.credits.balances.set(accountId, balance);
    const stalled = first.spend(order()).catch((error: unknown) => error);
    await gate.arrived(1);
    const retrying: SpendingFixture = createSpendingFixture(database, { credits: first.credits });
    return { credits: first.credits, gate, stalled, retrying };
  };

  it('[D money.1] makes a 402 final: the first try charges nothing afterwards, even if the balance could pay by then', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.planned', 0);
    expect((await refusalOf(retrying.spend(order()))).code).to.equal('insufficient_credits');
    credits.balances.set(accountId, 1_000);
    gate.open();
    expect(await stalled).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(credits.captured(accountId)).to.equal(0);
    expect(credits.balances.get(accountId)).to.equal(1_000);
    expect(credits.states(accountId)).not.to.include('pending');
  });

  it('[D money.1] makes a 422 final: the first try charges nothing afterwards, even if it planned at a lower price', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.reserved', 1_000);
    await setPrice(500);
    expect((await refusalOf(retrying.spend(order()))).code).to.equal('credit_cap_exceeded');
    await setPrice(200);
    gate.open();
    expect(await stalled).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(credits.balances.get(accountId)).to.equal(1_000);
  });

  it('[D money.1] is not refused for credits that its own first try holds', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.reserved', 200);
    expect((await retrying.spend(order())).chargedMillicredits).to.equal(200);
    gate.open();
    expect(await stalled).to.deep.include({ chargedMillicredits: 200 });
    expect(await committed()).to.equal(1);
    expect(credits.captured(accountId)).to.equal(200);
  });

  it('[D money.1] may follow a refusal of the same operation, and then pays once', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 0);
    for (let tries = 0; tries < 7; tries += 1)
      expect((await refusalOf(fixture.spend(order()))).code).to.equal('insufficient_credits');
    fixture.credits.balances.set(accountId, 1_000);
    expect((await fixture.spend(order())).chargedMillicredits).to.equal(200);
    expect((await fixture.spend(order())).chargedMillicredits).to.equal(200);
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  /** Locks a row on another connection, so that a commit waits for it until `release`. */
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
  const operationId = (): Buffer => Buffer.from(toRequest(order()).operationId, 'hex');

  it('[D money.1] makes a 422 final even while the commit of the first try waits in the database', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 200);
    const lock = await lockRow(
      `insert into reveal.reveals
        (account_id, subject_kind, subject_id, info_type, revealed_at, expires_at, millicredits, attempt_id, value_hash)
      values ($1, 'contact', $2, 'email', now(), now() + interval '1 year', 0, $3, decode(repeat('00', 32), 'hex'))`,
      [accountId, contactId, randomUUID()],
    );
    const first = fixture.spend(order()).catch((error: unknown) => error);
    await untilCommitWaits(database);
    await setPrice(500);
    const retry = createSpendingFixture(database, { credits: fixture.credits });
    expect((await refusalOf(retry.spend(order()))).code).to.equal('credit_cap_exceeded');
    await setPrice(200);
    await lock.release();
    expect(await first).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(fixture.credits.balances.get(accountId)).to.equal(200);
  });

  it('[D money.1] is answered 409, not refused, while it is unknown whether the first try commits', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 200);
    // The commit reaches this row after it has written its attempt.
    const lock = await lockRow(
      `insert into reveal.operations (account_id, operation_id, attempt_id, planned, at) values ($1, $2, $3, '[]', now())`,
      [accountId, operationId(), randomUUID()],
    );
    const first = fixture.spend(order()).catch((error: unknown) => error);
    await untilCommitWaits(database);
    await setPrice(500);
    const retry = createSpendingFixture(database, { credits: fixture.credits });
    const refusal = await refusalOf(retry.spend(order(), { deadlineAt: Date.now() + 700 }));
    expect(refusal).to.deep.equal({ code: 'idempotency_key_in_use', members: { retryAfterSeconds: 1 } });
    await lock.release();
    expect(await first).to.deep.include({ chargedMillicredits: 200 });
    expect((await retry.spend(order())).chargedMillicredits).to.equal(200);
    expect(fixture.credits.captured(accountId)).to.equal(200);
  });

  it('[D money.2] leaves no reservation pending when a late Reserve arrives after its try has ended, without recovery', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 200);
    let late: (() => void) | undefined;
    fixture.credits.faults.beforeReserve = (request) => {
      delete fixture.credits.faults.beforeReserve;
      late = () => void fixture.credits.ledger.reserve(request, { deadlineAt: Date.now() + 1_000 });
      throw serviceUnavailable('the test delays this answer');
    };
    const tries = await fixture.spend(order()).catch((error: unknown) => error);
    late?.();
    expect(fixture.credits.states(accountId)).not.to.include('pending');
    // Another operation can use the credits.
    const other = { ...order(), operation: 'two', subjects: [contact(otherId, 'email')] };
    if (tries instanceof Error) expect((await fixture.spend(other)).chargedMillicredits).to.equal(200);
  });

  it('[D money.1] first releases the reservation of an earlier try that recovery has fenced and not released', async () => {
    const { credits, gate, stalled, retrying } = await stalledAt('reveal.reserved', 200);
    database.clock.advance(GRACE_MS + 1);
    credits.faults.beforeRelease = () => {
      delete credits.faults.beforeRelease;
      throw serviceUnavailable('the test dropped this message');
    };
    await retrying.recovery.runOnce().catch(() => {});
    expect(credits.states(accountId)).to.deep.equal(['pending']);
    expect((await retrying.spend(order())).chargedMillicredits).to.equal(200);
    gate.open();
    await stalled;
    expect(await committed()).to.equal(1);
    expect(credits.captured(accountId)).to.equal(200);
    expect(credits.balances.get(accountId)).to.equal(0);
  });

  it('[D money.1] makes a 402 final also for a try that began before it and has read nothing yet', async () => {
    const { pool, held, resume } = holdFirstQuery(database.revealPool);
    const first = createSpendingFixture(database, { revealPool: pool });
    first.credits.balances.set(accountId, 0);
    const late = first.spend(order()).catch((error: unknown) => error);
    await held.raised;
    const retry = createSpendingFixture(database, { credits: first.credits });
    expect((await refusalOf(retry.spend(order()))).code).to.equal('insufficient_credits');
    first.credits.balances.set(accountId, 1_000);
    resume.raise();
    expect(await late).to.deep.include({ code: 'idempotency_key_in_use' });
    expect(await committed()).to.equal(0);
    expect(first.credits.balances.get(accountId)).to.equal(1_000);
  });

  it('[D money.2] releases what a late Reserve takes after its repetition was refused', async () => {
    const fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 0);
    const carryOut = loseFirstReserve(fixture);
    expect((await refusalOf(fixture.spend(order()))).code).to.equal('insufficient_credits');
    fixture.credits.balances.set(accountId, 200);
    await carryOut();
    await fixture.resolutions.idle();
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    expect(fixture.credits.balances.get(accountId)).to.equal(200);
  });

  it('[D money.2] leaves nothing reserved for an attempt that another try has committed at price 0', async () => {
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
      await retry.spend(order());
      throw serviceUnavailable('the test delays this message');
    };
    await first.spend(order()).catch(() => {});
    await carryOut?.();
    await first.resolutions.idle();
    expect(await committed()).to.equal(1);
    expect(first.credits.states(accountId)).not.to.include('pending');
    expect(first.credits.balances.get(accountId)).to.equal(200);
  });
});

/** Resolves when a commit waits for a row of another transaction. */
function untilCommitWaits({ superuser }: RevealDatabase): Promise<void> {
  const countWaiting = async (): Promise<number> => {
    const { rows } = await superuser.query(
      `select from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like 'with erased as%'`,
    );
    return rows.length;
  };
  return eventuallyEquals(countWaiting, 1);
}

/** Leaves the first Reserve without an answer. The returned function carries it out. */
function loseFirstReserve({ credits }: SpendingFixture): () => Promise<void> {
  let carryOut = (): Promise<void> => Promise.resolve();
  credits.faults.beforeReserve = (request) => {
    delete credits.faults.beforeReserve;
    carryOut = async () => {
      await credits.ledger.reserve(request, { deadlineAt: Date.now() + 1_000 });
    };
    throw serviceUnavailable('the test delays this message');
  };
  return () => carryOut();
}
