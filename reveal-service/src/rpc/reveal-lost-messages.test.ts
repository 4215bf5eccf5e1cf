import { randomUUID } from 'node:crypto';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import { serviceUnavailable } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { REVEAL_CRASH_POINTS, type RevealCrashPoint } from '../spending/crash-points.js';
import { createSignal } from '#testing/gate.js';
import { createRecordedCredits, unavailable } from '#testing/recorded-credits.js';
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
  call,
  type SpendingFixture,
} from '#testing/spending-fixture.js';

const contactId = testId('contact', 1);

describe('a reveal with lost messages', () => {
  let database: RevealDatabase;
  let accountId: string;
  let fixture: SpendingFixture;

  before(async () => {
    database = await createRevealDatabase();
    await seedOrganization(database.superuser, testId('organization', 1));
    await seedContact(database.superuser, contactId, testId('organization', 1), { email: 'eva@example.se' });
  });
  beforeEach(() => {
    accountId = randomUUID();
    fixture = createSpendingFixture(database);
    fixture.credits.balances.set(accountId, 1_000);
  });
  after(() => database.close());

  const order = () => ({ operation: 'one', accountId, subjects: [contact(contactId, 'email')] });
  const isRevealed = async (): Promise<boolean> => {
    const { rows } = await database.superuser.query('select 1 from reveal.reveals where account_id = $1', [accountId]);
    return rows.length > 0;
  };
  /** Returns the pool with a fault in the first commit. */
  const withFaultyCommit = (fault: (commit: () => Promise<unknown>) => Promise<unknown>): Pool => {
    let isDone = false;
    const query = (config: { name?: string }): unknown => {
      const run = (): Promise<unknown> => database.revealPool.query(config as never);
      if (isDone || config.name !== 'reveal_commit_attempt') return run();
      isDone = true;
      return fault(run);
    };
    return Object.create(database.revealPool, { query: { value: query } }) as Pool;
  };
  const lost = (): never => {
    throw new Error('Connection terminated unexpectedly');
  };
  /** Spends while credits-service answers no capture, until the queue gives up. */
  const leaveUncaptured = async (): Promise<void> => {
    fixture.credits.faults.beforeCapture = unavailable(1_000);
    await fixture.spend(order());
    delete fixture.credits.faults.beforeCapture;
  };
  const endsOnce = async (): Promise<void> => {
    expect((await fixture.spend(order())).chargedMillicredits).to.equal(200);
    expect(await isRevealed()).to.equal(true);
    expect(fixture.credits.captured(accountId)).to.equal(200);
    expect(fixture.credits.balances.get(accountId)).to.equal(800);
    expect(fixture.credits.states(accountId)).not.to.include('pending');
  };

  it('repeats a Reserve whose reply was lost, and does not reserve twice', async () => {
    fixture.credits.faults.afterReserve = unavailable(1);
    await endsOnce();
    expect(fixture.credits.states(accountId)).to.deep.equal(['captured']);
  });

  it('I8 gives up after two unanswered Reserves, releases, and reveals nothing', async () => {
    fixture.credits.faults.afterReserve = unavailable(2);
    expect((await refusalOf(fixture.spend(order()))).code).to.equal('service_unavailable');
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    expect(await isRevealed()).to.equal(false);
    await endsOnce();
  });

  it('I7 stops when recovery released the reservation before the Reserve was repeated; a retry uses another attempt', async () => {
    let isFirst = true;
    fixture.credits.faults.afterReserve = async () => {
      if (!isFirst) return;
      isFirst = false;
      database.clock.advance(GRACE_MS + 1);
      await fixture.recovery.runOnce();
      throw serviceUnavailable('the test dropped this reply');
    };
    expect((await refusalOf(fixture.spend(order()))).code).to.equal('idempotency_key_in_use');
    await endsOnce();
    expect(fixture.credits.states(accountId)).to.deep.equal(['released', 'captured']);
  });

  it('I5 I7 captures a commit whose reply was lost, and a retry returns its outcome', async () => {
    const revealPool = withFaultyCommit(async (commit) => {
      await commit();
      lost();
    });
    fixture = createSpendingFixture(database, { credits: fixture.credits, revealPool });
    expect((await refusalOf(fixture.spend(order()))).code).to.equal('service_unavailable');
    expect(fixture.credits.states(accountId)).to.deep.equal(['captured']);
    await endsOnce();
  });

  it('I5 I8 fences and releases an attempt whose commit was lost, so that a late commit fails', async () => {
    let late: (() => Promise<unknown>) | undefined;
    const revealPool = withFaultyCommit((commit) => {
      late = commit;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    });
    fixture = createSpendingFixture(database, { credits: fixture.credits, revealPool });
    expect((await refusalOf(fixture.spend(order()))).code).to.equal('service_unavailable');
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    // The delayed statement arrives now.
    const error: unknown = await late?.().catch((failure: unknown) => failure);
    expect(error).to.deep.include({ constraint: 'attempts_pkey' });
    expect(await isRevealed()).to.equal(false);
    await endsOnce();
  });

  it('I5 leaves a capture that is lost repeatedly to recovery', async () => {
    await leaveUncaptured();
    expect(fixture.credits.states(accountId)).to.deep.equal(['pending']);
    database.clock.advance(GRACE_MS + 1);
    expect(await fixture.recovery.runOnce()).to.equal(1);
    await endsOnce();
  });

  describe('or a failing process', () => {
    const failing = (at: RevealCrashPoint, fail: () => Promise<void>): CrashPoints<RevealCrashPoint> => {
      let isDone = false;
      return {
        async pass(point) {
          if (point !== at || isDone) return;
          isDone = true;
          await fail();
        },
      };
    };
    /** Retries in another process, runs recovery, and checks that the books balance. */
    const replaced = async (): Promise<void> => {
      fixture = createSpendingFixture(database, { credits: fixture.credits });
      await fixture.spend(order());
      database.clock.advance(GRACE_MS + 1);
      await fixture.recovery.runOnce();
      await endsOnce();
      expect(await fixture.recovery.runOnce()).to.equal(0);
    };

    for (const point of REVEAL_CRASH_POINTS) {
      it(`I5 I7 I8 charges once and leaves nothing pending when the process dies at ${point} and the client retries`, async () => {
        const died = createSignal();
        const crashPoints = failing(point, () => {
          died.raise();
          return new Promise(() => {});
        });
        fixture = createSpendingFixture(database, { credits: fixture.credits, crashPoints });
        // These points are inside recovery, so it needs a reservation to recover.
        if (isOfRecovery(point)) {
          await leaveUncaptured();
          database.clock.advance(GRACE_MS + 1);
          void fixture.recovery.runOnce();
        } else void fixture.spender.reveal(toRequest(order()), call());
        await died.raised;
        await replaced();
      });

      it(`I5 I7 I8 charges once and leaves nothing pending when ${point} throws and the client retries`, async () => {
        const crashPoints = failing(point, () => Promise.reject(new Error('a fault')));
        fixture = createSpendingFixture(database, { credits: fixture.credits, crashPoints });
        const ended = await fixture.spend(order()).catch((error: unknown) => error);
        expect(ended instanceof Error).to.equal(isBeforeTheAnswer(point));
        await replaced();
      });
    }
  });

  it('releases an abandoned reservation once when several replicas recover it', async () => {
    const credits = createRecordedCredits(database.clock);
    credits.balances.set(accountId, 1_000);
    await credits.ledger.reserve({ accountId, reservationId: randomUUID(), millicredits: 200 }, call());
    const replicas = Array.from({ length: 5 }, () => createSpendingFixture(database, { credits }));
    database.clock.advance(GRACE_MS + 1);
    await Promise.all(replicas.map(({ recovery }) => recovery.runOnce()));
    expect(credits.states(accountId)).to.deep.equal(['released']);
    expect(credits.balances.get(accountId)).to.equal(1_000);
  });
});

function isOfRecovery(point: RevealCrashPoint): boolean {
  return point === 'reveal.recovering' || point === 'reveal.aborted';
}

function isBeforeTheAnswer(point: RevealCrashPoint): boolean {
  return point === 'reveal.planned' || point === 'reveal.reserved' || point === 'reveal.committed';
}
