import { randomUUID } from 'node:crypto';
import type { Pool } from '@prospecting/platform/postgres';
import { expect } from 'chai';
import fc from 'fast-check';
import {
  brief,
  briefLedger,
  call,
  createCreditsDatabase,
  testAccount,
  testReservation,
  type CreditsDatabase,
} from '#testing/credits-database.js';
import { whileHeld } from '#testing/held-balance.js';
import { createCreditsLedger } from './ledger.js';

const renewsAt = '2026-02-28T12:00:00.000Z';
const applicationName = 'credits-allowance';

describe('an allowance change within a month', () => {
  let database: CreditsDatabase;
  let pool: Pool;
  let ledger: CreditsDatabase['ledger'];
  let accountId: string;
  let accounts = 0;

  before(async () => {
    database = await createCreditsDatabase();
    pool = database.openPool(applicationName, 8);
    ledger = createCreditsLedger({ pool, clock: database.clock });
  });
  beforeEach(() => {
    database.clock.set('2026-01-31T12:00:00Z');
    accountId = freshAccount();
  });
  after(async () => {
    await pool.end();
    await database.close();
  });

  const freshAccount = (): string => {
    accounts += 1;
    return testAccount(accounts);
  };
  const subscribe = (includedMillicredits: number, of = accountId) =>
    ledger.subscribe({ accountId: of, includedMillicredits }, call());
  const grant = (purchasedMillicredits: number, of = accountId) =>
    ledger.grant({ accountId: of, purchasedMillicredits, reference: randomUUID() }, call());
  const reserve = (n: number, millicredits: number, of = accountId) =>
    ledger.reserve({ accountId: of, reservationId: testReservation(n), millicredits }, call());
  const capture = (n: number, millicredits: number, of = accountId) =>
    ledger.capture({ captures: [{ accountId: of, reservationId: testReservation(n), millicredits }] }, call());
  const release = (...ns: number[]) =>
    ledger.release({ releases: ns.map((n) => ({ accountId, reservationId: testReservation(n) })) }, call());
  const balance = async (of = accountId) =>
    brief((await database.reader.getBalances({ accountIds: [of] }, call())).balances[0]);
  const remaining = async (of: string): Promise<number> => {
    const [included, purchased] = (await balance(of)) as [number, number];
    return included + purchased;
  };
  const ledgerOf = () => briefLedger(database.reader, accountId);

  it('[D money.3] keeps used credits used: with 80 of 100 used, an allowance of 10 and then 100 leaves 20', async () => {
    await subscribe(100_000);
    await reserve(1, 80_000);
    await capture(1, 80_000);
    expect(brief(await subscribe(10_000))).to.deep.equal([0, 0, 10_000, renewsAt]);
    expect(brief(await subscribe(100_000))).to.deep.equal([20_000, 0, 100_000, renewsAt]);
    expect(brief(await subscribe(90_000))).to.deep.equal([10_000, 0, 90_000, renewsAt]);
    expect(await ledgerOf()).to.deep.equal([
      ['subscribe', 100_000, 0],
      ['reserve', -80_000, 0],
      ['capture', 0, 0],
      ['subscribe', -20_000, 0],
      ['subscribe', 20_000, 0],
      ['subscribe', -10_000, 0],
    ]);
  });

  it('[D money.3] returned credits first cover the overuse of a lowered allowance, in the order of reservation ids', async () => {
    await subscribe(1000);
    for (const n of [1, 2, 3]) await reserve(n, 300);
    expect(brief(await subscribe(400))).to.deep.equal([0, 0, 400, renewsAt]);
    await release(3, 1, 2);
    expect((await ledgerOf()).slice(4)).to.deep.equal([
      ['subscribe', -100, 0],
      ['release', 0, 0],
      ['release', 100, 0],
      ['release', 300, 0],
    ]);
    expect(brief(await subscribe(1000))).to.deep.equal([1000, 0, 1000, renewsAt]);
  });

  it('[D money.3] credits returned while the allowance is lowered are available once it is raised again', async () => {
    await subscribe(1000);
    await reserve(1, 900);
    await subscribe(0);
    await capture(1, 200);
    expect(await balance()).to.deep.equal([0, 0, 0, renewsAt]);
    expect(brief(await subscribe(1000))).to.deep.equal([800, 0, 1000, renewsAt]);
  });

  it('[D money.3] a new month begins with the whole allowance, however much the previous month overused', async () => {
    await subscribe(1000);
    await reserve(1, 900);
    await subscribe(100);
    database.clock.set(renewsAt);
    expect(await balance()).to.deep.equal([100, 0, 100, '2026-03-31T12:00:00.000Z']);
    expect(brief(await subscribe(1000))).to.deep.equal([1000, 0, 1000, '2026-03-31T12:00:00.000Z']);
  });

  it('[D money.3] lowering and raising an allowance never leaves more than not changing it', async function () {
    // Many round trips, possibly on a busy machine.
    this.timeout(120_000);
    const step = fc.oneof(
      fc.record({ spend: fc.integer({ min: 1, max: 500 }), captured: fc.constantFrom(0, 0.5, 1, 1) }),
      fc.record({ allowance: fc.constantFrom(0, 100, 400, 900, 1000) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12, size: 'max' }), async (steps) => {
        const [changed, unchanged] = [freshAccount(), freshAccount()];
        for (const each of [changed, unchanged]) {
          await subscribe(1000, each);
          await grant(700, each);
        }
        for (const [n, each] of steps.entries()) {
          if ('allowance' in each) await subscribe(each.allowance, changed);
          else if ((await remaining(changed)) >= each.spend && (await remaining(unchanged)) >= each.spend) {
            for (const of of [changed, unchanged]) {
              await reserve(n + 1, each.spend, of);
              await capture(n + 1, Math.round(each.captured * each.spend), of);
            }
          }
        }
        await subscribe(1000, changed);
        expect(await remaining(changed)).to.be.at.most(await remaining(unchanged));
      }),
      { numRuns: 25 },
    );
  });

  describe('while spends wait for the balance', () => {
    const raceWith = async (allowance: number): Promise<void> => {
      for (const n of [1, 2, 3]) await reserve(n, 200);
      await whileHeld<unknown>(database, { accountId, applicationName }, [
        () => subscribe(allowance),
        () => reserve(4, 100),
        () => capture(1, 50),
        () => release(2),
        () => capture(3, 200),
      ]);
    };

    it('[D money.3] raising the allowance makes no spend fail', async () => {
      await subscribe(1000);
      await raceWith(2000);
      expect(await balance()).to.deep.equal([2000 - 350, 0, 2000, renewsAt]);
    });

    it('[D money.3] lowering the allowance makes no spend fail', async () => {
      await subscribe(1000);
      await grant(1000);
      await raceWith(100);
      // The last reservation took 100 purchased credits.
      expect(await balance()).to.deep.equal([0, 900, 100, renewsAt]);
    });

    it('[D money.3] raising the allowance after it was below the used amount makes no spend fail', async () => {
      await subscribe(1000);
      await grant(1000);
      await reserve(9, 400);
      await subscribe(300);
      await raceWith(2000);
      expect(await balance()).to.deep.equal([1500, 750, 2000, renewsAt]);
    });
  });
});
