import { expect } from 'chai';
import fc from 'fast-check';
import { DEFAULTS, planFor, type MeasuredCost } from './plan-model.js';

const cpuSeconds = {
  gateway: 0.002,
  'search-service': 0.001,
  'reveal-service': 0.001,
  'credits-service': 0.0005,
  postgres: 0.002,
};
const COST: MeasuredCost = {
  measuredAt: '2026-11-22',
  machine: 'a machine of this test',
  calls: {
    lookup: { cpuSeconds, transactions: 4 },
    spend: { cpuSeconds: { ...cpuSeconds, postgres: 0.004 }, transactions: 9 },
  },
};

describe('the load model', () => {
  it('computes replicas, cores, connections and money from the cost of a request', () => {
    // 1,000 requests a second, half of each core used.
    const plan = planFor(60_000, COST, { ...DEFAULTS, spendShare: 0.5, utilization: 0.5 });
    expect(plan.replicas).to.deep.equal({
      gateway: 4,
      'search-service': 2,
      'reveal-service': 2,
      'credits-service': 2,
    });
    expect(plan).to.deep.include({ serviceCores: 10, databaseCores: 6, gigabytes: 29, connections: 160 });
    expect(plan.transactionsPerSecond).to.be.closeTo(6_500, 1e-6);
    expect(plan.moneyPerMonth).to.be.closeTo(730 * (16 * 0.04 + 29 * 0.005), 1e-6);
  });

  it('never goes below two replicas of anything, however small the load is', () => {
    const { replicas, databaseCores } = planFor(1, COST);
    expect(Object.values(replicas)).to.deep.equal([2, 2, 2, 2]);
    expect(databaseCores).to.equal(2);
  });

  it('needs no less of anything for more load', () => {
    const load = fc.integer({ min: 1, max: 2_000_000 });
    fc.assert(
      fc.property(load, load, fc.double({ min: 0, max: 1, noNaN: true }), (one, other, spendShare) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map((each) =>
          planFor(each, COST, { ...DEFAULTS, spendShare }),
        );
        const flat = (plan = less ?? expect.fail()): number[] => [
          ...Object.values(plan.replicas),
          plan.serviceCores,
          plan.databaseCores,
          plan.connections,
          plan.gigabytes,
          plan.moneyPerMonth,
          plan.exceeded.length,
        ];
        const larger = flat(more);
        return flat(less).every((value, index) => value <= (larger[index] ?? 0));
      }),
    );
  });

  it('names the limit that is reached first, and those that are exceeded with what helps', () => {
    const plan = planFor(60_000, COST, { ...DEFAULTS, maxConnections: 100 });
    expect(plan.bottleneck.name).to.equal('connections to the database');
    expect(plan.exceeded.map(({ advice }) => advice)).to.deep.equal([
      'a transaction pooler, smaller pools, a server for each schema',
    ]);
    expect(planFor(60_000, COST, { ...DEFAULTS, maxDatabaseCores: 4 }).bottleneck.name).to.equal(
      'cores of the database',
    );
    expect(planFor(60_000, COST, { ...DEFAULTS, maxRedisOperations: 900 }).exceeded.map(({ name }) => name)).to.include(
      'counts in Redis',
    );
    expect(planFor(100, COST).exceeded).to.deep.equal([]);
  });

  it('refuses a load, a share and a utilization that cannot be', () => {
    for (const attempt of [
      () => planFor(0, COST),
      () => planFor(Number.NaN, COST),
      () => planFor(1, COST, { ...DEFAULTS, spendShare: 1.1 }),
      () => planFor(1, COST, { ...DEFAULTS, utilization: 0 }),
    ])
      expect(attempt).to.throw(RangeError);
  });
});
