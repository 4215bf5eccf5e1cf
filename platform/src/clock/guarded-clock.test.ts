import { expect } from 'chai';
import pg from 'pg';
import type { DomainError } from '../errors/index.js';
import { createLogger, Registry } from '../telemetry/index.js';
import { startGuardedClock, type RunningGuardedClock } from './guarded-clock.js';

const logger = createLogger({ service: 'platform-test', level: 'silent' });

describe('the guarded clock', () => {
  let pool: pg.Pool;
  let running: RunningGuardedClock | undefined;
  /** How far the service's clock is ahead of the real time, which is also the test database's. */
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };

  const start = async (registry?: Registry): Promise<RunningGuardedClock> => {
    running = startGuardedClock({ clock, pool, name: 'test', logger, registry });
    await running.asked;
    return running;
  };
  const refusal = (guarded: RunningGuardedClock): string | undefined => {
    try {
      guarded.now();
      return undefined;
    } catch (error) {
      return (error as DomainError).code;
    }
  };

  before(() => {
    pool = new pg.Pool({ connectionString: process.env['TEST_DATABASE_URL'], max: 1 });
  });
  beforeEach(() => {
    aheadMs = 0;
  });
  afterEach(() => running?.stop());
  after(() => pool.end());

  it('[D money.5] returns the time while the service and its database agree', async () => {
    const guarded = await start();
    expect(refusal(guarded)).to.equal(undefined);
    expect(await guarded.isInStep()).to.equal(true);
    expect(Math.abs(guarded.now().getTime() - Date.now())).to.be.below(2_000);
  });

  for (const [name, offMs] of [
    ['61 s ahead', 61_000],
    ['an hour behind', -3_600_000],
    ['a year ahead', 365 * 86_400_000],
    ['a year behind', -365 * 86_400_000],
    ['3 s behind', -3_000],
  ] as const) {
    it(`[D money.5] throws service_unavailable and is not ready while the clock is ${name}, and recovers when it is corrected`, async () => {
      aheadMs = offMs;
      const guarded = await start();
      expect(refusal(guarded)).to.equal('service_unavailable');
      expect(await guarded.isInStep()).to.equal(false);
      aheadMs = 0;
      expect(refusal(guarded)).to.equal(undefined);
      expect(await guarded.isInStep()).to.equal(true);
    });
  }

  it('[D money.5] detects immediately that the clock of a running service was changed', async () => {
    const guarded = await start();
    expect(refusal(guarded)).to.equal(undefined);
    aheadMs = 3_600_000;
    expect(refusal(guarded)).to.equal('service_unavailable');
  });

  it('[D money.5] never returns a time that the database has not reached', async () => {
    const guarded = await start();
    aheadMs = 1_500;
    for (let asked = 0; asked < 50; asked += 1) {
      const now = guarded.now();
      const database = guarded.databaseNow();
      const { rows } = await pool.query<{ reached: boolean; known: boolean }>(
        'select clock_timestamp() >= $1 as reached, clock_timestamp() >= $2 as known',
        [now, database],
      );
      expect(rows[0]).to.deep.equal({ reached: true, known: true });
    }
  });

  it("[D money.5] keeps the precision of the quickest answer, and follows when the database's clock is set", async () => {
    /**
     * For each question, in order: the delay of its answer, and how far the database is then ahead.
     */
    const script = [
      { lateMs: 100, aheadOfRealMs: 0 },
      { lateMs: 0, aheadOfRealMs: 0 },
      { lateMs: 100, aheadOfRealMs: 0 },
      { lateMs: 0, aheadOfRealMs: 3_600_000 },
    ];
    let answered = 0;
    const database = {
      query: async () => {
        const { lateMs = 0, aheadOfRealMs = 0 } = script[answered] ?? {};
        const now = new Date(Date.now() + aheadOfRealMs);
        if (lateMs > 0) await new Promise((resolve) => setTimeout(resolve, lateMs));
        answered += 1;
        return { rows: [{ now }] };
      },
    } as unknown as pg.Pool;
    running = startGuardedClock({ clock, pool: database, name: 'test', logger });
    const guarded = running;
    const behindMs = (): number => Date.now() - guarded.databaseNow().getTime();
    const untilAnswered = async (count: number): Promise<void> => {
      while (answered < count) await new Promise((resolve) => setTimeout(resolve, 1));
      // The clock reads the answer in the same turn of the event loop or the next.
      await new Promise((resolve) => setImmediate(resolve));
    };
    await untilAnswered(1);
    expect(behindMs()).to.be.at.least(99);
    await untilAnswered(2);
    expect(behindMs()).to.be.below(90);
    await untilAnswered(3);
    expect(behindMs()).to.be.below(90);
    expect(refusal(guarded)).to.equal(undefined);
    // The database's clock was set an hour ahead. It counts as right, and the service's as wrong.
    await untilAnswered(4);
    expect(refusal(guarded)).to.equal('service_unavailable');
  });

  it('[D money.5] throws service_unavailable until the database has answered once', async () => {
    const silent = new pg.Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', max: 1 });
    running = startGuardedClock({ clock, pool: silent, name: 'test', logger });
    await running.asked;
    expect(refusal(running)).to.equal('service_unavailable');
    expect(await running.isInStep()).to.equal(false);
    await silent.end();
  });

  it("[D money.5] has a metric of the clock's skew", async () => {
    const registry = new Registry();
    aheadMs = 3_600_000;
    await start(registry);
    const text = await registry.metrics();
    const [, seconds] = /prospect_clock_skew_seconds\{database="test"\} (\S+)/.exec(text) ?? [];
    expect(Number(seconds)).to.be.closeTo(3_600, 2);
  });
});
