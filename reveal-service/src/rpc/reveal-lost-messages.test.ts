import { randomUUID } from 'node:crypto';
import type { CrashPoints } from '@prospecting/platform/crash-points';
import { serviceUnavailable } from '@prospecting/platform/errors';
import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import { REVEAL_CRASH_POINTS, type RevealCrashPoint } from '../spending/crash-points.js';
import { createSignal } from '../testing/gate.js';
import { createRecordedCredits, unavailable } from '../testing/recorded-credits.js';
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
  call,
  type SpendingFixture,
} from '../testing/spending-fixture.js';

const contactId = testId('contact', 1);

describe('reveals whose messages are lost', () => {
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

  const asked = () => ({ operation: 'one', accountId, subjects: [contact(contactId, 'email')] });
  const isRevealed = async (): Promise<boolean> => {
    const { rows } = await database.superuser.query('select 1 from reveal.reveals where account_id = $1', [accountId]);
    return rows.length > 0;
  };
  /** The pool, with one attempt's commit interfered with. */
  const interfered = (interfere: (commit: () => Promise<unknown>) => Promise<unknown>): Pool => {
    let isDone = false;
    const query = (config: { name?: string }): unknown => {
      const run = (): Promise<unknown> => database.revealPool.query(config as never);
      if (isDone || config.name !== 'reveal_commit_attempt') return run();
      isDone = true;
      return interfere(run);
    };
    return Object.create(database.revealPool, { query: { value: query } }) as Pool;
  };
  const lost = (): never => {
    throw new Error('Connection terminated unexpectedly');
  };
  /** Spends while credits-service makes no capture, for as long as the queue repeats it. */
  const leaveUncaptured = async (): Promise<void> => {
    fixture.credits.faults.beforeCapture = unavailable(1_000);
    await fixture.spend(asked());
    delete fixture.credits.faults.beforeCapture;
  };
  const endsOnce = async (): Promise<void> => {
    expect((await fixture.spend(asked())).chargedMillicredits).to.equal(200);
    expect(await isRevealed()).to.equal(true);
    expect(fixture.credits.captured(accountId)).to.equal(200);
    expect(fixture.credits.balances.get(accountId)).to.equal(800);
    expect(fixture.credits.states(accountId)).not.to.include('pending');
  };

  it('asks once more for a reservation whose reply was lost, and does not reserve twice', async () => {
    fixture.credits.faults.afterReserve = unavailable(1);
    await endsOnce();
    expect(fixture.credits.states(accountId)).to.deep.equal(['captured']);
  });

  it('I8 gives up after that, releases, and reveals nothing', async () => {
    fixture.credits.faults.afterReserve = unavailable(2);
    expect((await refusalOf(fixture.spend(asked()))).code).to.equal('service_unavailable');
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    expect(await isRevealed()).to.equal(false);
    await endsOnce();
  });

  it('I7 stops when recovery released the reservation before its lost reply was asked for again; a retry takes another attempt', async () => {
    let isFirst = true;
    fixture.credits.faults.afterReserve = async () => {
      if (!isFirst) return;
      isFirst = false;
      database.clock.advance(GRACE_MS + 1);
      await fixture.recovery.runOnce();
      throw serviceUnavailable('a test lost this reply');
    };
    expect((await refusalOf(fixture.spend(asked()))).code).to.equal('idempotency_key_in_use');
    await endsOnce();
    expect(fixture.credits.states(accountId)).to.deep.equal(['released', 'captured']);
  });

  it('I5 I7 does not guess when the reply to the commit is lost: what committed is captured, and a retry learns it', async () => {
    const revealPool = interfered(async (commit) => {
      await commit();
      lost();
    });
    fixture = createSpendingFixture(database, { credits: fixture.credits, revealPool });
    expect((await refusalOf(fixture.spend(asked()))).code).to.equal('service_unavailable');
    expect(fixture.credits.states(accountId)).to.deep.equal(['captured']);
    await endsOnce();
  });

  it('I5 I8 does not guess when the commit itself is lost: what did not commit never will, and is released', async () => {
    let late: (() => Promise<unknown>) | undefined;
    const revealPool = interfered((commit) => {
      late = commit;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    });
    fixture = createSpendingFixture(database, { credits: fixture.credits, revealPool });
    expect((await refusalOf(fixture.spend(asked()))).code).to.equal('service_unavailable');
    expect(fixture.credits.states(accountId)).to.deep.equal(['released']);
    // The statement was on its way all the time, and arrives now.
    const error: unknown = await late?.().catch((failure: unknown) => failure);
    expect(error).to.deep.include({ constraint: 'attempts_pkey' });
    expect(await isRevealed()).to.equal(false);
    await endsOnce();
  });

  it('I5 a capture that is lost again and again is left to recovery, which makes it', async () => {
    await leaveUncaptured();
    expect(fixture.credits.states(accountId)).to.deep.equal(['pending']);
    database.clock.advance(GRACE_MS + 1);
    expect(await fixture.recovery.runOnce()).to.equal(1);
    await endsOnce();
  });

  describe('and processes that fail', () => {
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
    /** Another process, which finds what the first left behind. */
    const replaced = async (): Promise<void> => {
      fixture = createSpendingFixture(database, { credits: fixture.credits });
      await fixture.spend(asked());
      database.clock.advance(GRACE_MS + 1);
      await fixture.recovery.runOnce();
      await endsOnce();
      expect(await fixture.recovery.runOnce()).to.equal(0);
    };

    for (const point of REVEAL_CRASH_POINTS) {
      it(`I5 I7 I8 dying at ${point}, and the client retries: charged once, nothing pending`, async () => {
        const died = createSignal();
        const crashPoints = failing(point, () => {
          died.raise();
          return new Promise(() => {});
        });
        fixture = createSpendingFixture(database, { credits: fixture.credits, crashPoints });
        // So that there is something to recover where that is what dies.
        if (isOfRecovery(point)) {
          await leaveUncaptured();
          database.clock.advance(GRACE_MS + 1);
          void fixture.recovery.runOnce();
        } else void fixture.spender.reveal(toRequest(asked()), call());
        await died.raised;
        await replaced();
      });

      it(`I5 I7 I8 throwing at ${point}, and the client retries: charged once, nothing pending`, async () => {
        const crashPoints = failing(point, () => Promise.reject(new Error('a fault')));
        fixture = createSpendingFixture(database, { credits: fixture.credits, crashPoints });
        const ended = await fixture.spend(asked()).catch((error: unknown) => error);
        expect(ended instanceof Error).to.equal(isBeforeTheAnswer(point));
        await replaced();
      });
    }
  });

  it('an abandoned attempt is aborted for the other replicas too, which release it without harm', async () => {
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
