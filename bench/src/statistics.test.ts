import { expect } from 'chai';
import fc from 'fast-check';
import { median, percentile } from './statistics.js';

const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 200 });
const ascending = values.map((all) => all.sort((a, b) => a - b));

describe('percentile', () => {
  it('takes the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(percentile(hundred, 0.5)).to.equal(50);
    expect(percentile(hundred, 0.99)).to.equal(99);
    expect(percentile(hundred, 0.991)).to.equal(100);
    expect(percentile([7], 0)).to.equal(7);
  });

  it('is the smallest value that the share of values does not exceed', () => {
    fc.assert(
      fc.property(ascending, fc.double({ min: 0.01, max: 1, noNaN: true }), (sorted, share) => {
        const value = percentile(sorted, share);
        const upTo = sorted.filter((each) => each <= value).length;
        const below = sorted.filter((each) => each < value).length;
        expect(upTo).to.be.at.least(share * sorted.length);
        expect(below).to.be.below(share * sorted.length);
      }),
    );
  });

  it('throws when there are no values', () => {
    expect(() => percentile([], 0.5)).to.throw(RangeError);
  });
});

describe('median', () => {
  it('is the middle value, or the mean of the middle two', () => {
    expect(median([9, 1, 5])).to.equal(5);
    expect(median([4, 1, 3, 2])).to.equal(2.5);
  });

  it('ignores the order of the values and does not change it', () => {
    const drawn = [3, 1, 2];
    expect(median(drawn)).to.equal(median([1, 2, 3]));
    expect(drawn).to.deep.equal([3, 1, 2]);
  });
});
