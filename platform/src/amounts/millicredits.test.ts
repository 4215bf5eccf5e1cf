import { expect } from 'chai';
import fc from 'fast-check';
import { toCredits, toWholeMillicredits } from './millicredits.js';

describe('toWholeMillicredits', () => {
  const cases: [number, number][] = [
    [0, 0],
    [-0, 0],
    [0.2, 200],
    // In binary 1.005 * 1000 is 1004.9999999999999 and 0.29 * 100 is 28.999999999999996.
    [1.005, 1005],
    [0.29, 290],
    [4.35, 4350],
    [0.0009999, 0],
    [1.2345, 1234],
    [0.1999999999999999, 199],
    [25, 25_000],
    [5e-7, 0],
    [5e-324, 0],
    [9_007_199_254_740.99, Number.MAX_SAFE_INTEGER - 1],
    [9_007_199_254_740.992, Number.MAX_SAFE_INTEGER],
    [1e21, Number.MAX_SAFE_INTEGER],
    [Number.MAX_VALUE, Number.MAX_SAFE_INTEGER],
  ];
  for (const [credits, millicredits] of cases) {
    it(`[D requests.4] reads ${credits} as ${millicredits}`, () => {
      expect(toWholeMillicredits(credits)).to.equal(millicredits);
    });
  }

  it('[D requests.4] reads every decimal as written, rounded down, up to the largest safe integer', () => {
    // A double holds any decimal of 15 digits.
    const decimals = fc.record({
      digits: fc.integer({ min: 0, max: 999_999_999_999_999 }),
      exponent: fc.integer({ min: -25, max: 25 }),
    });
    fc.assert(
      fc.property(decimals, ({ digits, exponent }) => {
        const scale = 10n ** BigInt(Math.abs(exponent + 3));
        const exact = exponent + 3 < 0 ? BigInt(digits) / scale : BigInt(digits) * scale;
        const clamped = exact > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : exact;
        expect(BigInt(toWholeMillicredits(Number(`${digits}e${exponent}`)))).to.equal(clamped);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[D requests.7] reads back every amount that toCredits writes', () => {
    fc.assert(
      fc.property(fc.nat(999_999_999_999_999), (millicredits) => {
        expect(toWholeMillicredits(toCredits(millicredits))).to.equal(millicredits);
      }),
    );
  });

  it('returns a safe integer for any amount, and never less for a larger one', () => {
    const amount = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)].map(toWholeMillicredits) as [number, number];
        expect(Number.isSafeInteger(less) && Number.isSafeInteger(more)).to.equal(true);
        expect(less).to.be.at.most(more);
      }),
    );
  });

  for (const wrong of [-1, NaN, Infinity]) {
    it(`rejects ${wrong}`, () => {
      expect(() => toWholeMillicredits(wrong)).to.throw('is no amount of credits');
    });
  }
});
