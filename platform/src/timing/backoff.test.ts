import { expect } from 'chai';
import fc from 'fast-check';
import { backoffMs, createBackoff, spread } from './index.js';

const limits = { firstMs: 100, maxMs: 2_000 };

describe('back-off', () => {
  it('doubles up to the maximum, between half and all of each delay', () => {
    const longest = [100, 200, 400, 800, 1_600, 2_000, 2_000];
    for (const [tries, delayMs] of longest.entries())
      for (let draw = 0; draw < 20; draw += 1)
        expect(backoffMs(limits, tries), `try ${tries}`).to.be.within(delayMs / 2, delayMs);
  });

  it('stays within its maximum after any number of tries', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (tries) => {
        expect(backoffMs(limits, tries)).to.be.within(1, limits.maxMs);
      }),
    );
  });

  it('draws different delays, so that replicas do not return together', () => {
    expect(new Set(Array.from({ length: 10 }, () => backoffMs(limits, 0))).size).to.be.greaterThan(1);
  });

  it('starts again at the first delay after a success', () => {
    const backoff = createBackoff(limits);
    backoff.nextMs();
    backoff.nextMs();
    expect(backoff.nextMs()).to.be.within(200, 400);
    backoff.reset();
    expect(backoff.nextMs()).to.be.within(50, 100);
  });
});

describe('spread', () => {
  it('stays between half and one and a half of the delay, and keeps its average', () => {
    const draws = Array.from({ length: 10_000 }, () => spread(100));
    expect(Math.min(...draws)).to.be.at.least(50);
    expect(Math.max(...draws)).to.be.at.most(150);
    expect(draws.reduce((sum, draw) => sum + draw, 0) / draws.length).to.be.within(95, 105);
  });
});
