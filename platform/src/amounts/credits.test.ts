import { expect } from 'chai';
import fc from 'fast-check';
import { toCredits } from './millicredits.js';
import { MAX_CREDITS, parseCredits } from './credits.js';

describe('[D requests.7] amounts of credits', () => {
  const millicredits = fc.integer({ min: 0, max: MAX_CREDITS * 1000 });

  it('survive a round trip through JSON, to the thousandth', () => {
    fc.assert(
      fc.property(millicredits, (amount) => {
        const json = JSON.stringify(toCredits(amount));
        expect(json).to.match(/^\d+(\.\d{1,3})?$/);
        expect(parseCredits(JSON.parse(json) as number)).to.equal(amount);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are read as the written decimal, without binary arithmetic', () => {
    // 1.005 * 1000 is 1004.9999999999999 and 0.29 * 1000 * 100 is no integer either.
    expect([1.005, 0.29, 0.2, 4.35, 1e3, 0].map(parseCredits)).to.deep.equal([1_005, 290, 200, 4_350, 1_000_000, 0]);
  });

  it('are rejected with more than 3 decimals, when negative and above the maximum', () => {
    const refused = [0.0001, 1e-7, 1.0005, -1, -0.2, NaN, Infinity, MAX_CREDITS + 0.001, 1e21];
    expect(refused.map(parseCredits)).to.deep.equal(refused.map(() => undefined));
  });
});
