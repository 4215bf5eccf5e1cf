import { expect } from 'chai';
import fc from 'fast-check';
import { judgeFlatness } from './soak-flatness.js';

const allowance = { share: 0.1, absolute: 5 };
const verdictOf = (values: readonly number[], level?: 'lowest'): string =>
  judgeFlatness(values, allowance, level).verdict;
const series = (length: number, valueAt: (index: number) => number): number[] =>
  Array.from({ length }, (_, index) => valueAt(index));

describe('flatness', () => {
  it('is met by any series that stays within the allowance', () => {
    const steady = fc.array(fc.double({ min: 100, max: 115, noNaN: true }), { minLength: 30, maxLength: 400 });
    fc.assert(
      fc.property(steady, (values) => {
        expect(verdictOf(values)).to.equal('flat');
      }),
    );
  });

  it('is missed by steady growth beyond the allowance, whatever the length', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 2_000 }), (length) => {
        expect(verdictOf(series(length, (index) => 100 + (60 * index) / length))).to.equal('grew');
      }),
    );
  });

  it('is not missed by a series that falls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 500 }), (length) => {
        expect(verdictOf(series(length, (index) => 1_000 - index))).to.equal('flat');
      }),
    );
  });

  it('does not depend on the warm-up', () => {
    expect(verdictOf(series(100, (index) => (index < 20 ? index : 100)))).to.equal('flat');
  });

  it('is not decided by a few outliers at the end', () => {
    expect(verdictOf(series(100, (index) => (index > 91 ? 10_000 : 100)))).to.equal('flat');
  });

  it('of a heap is what collections do not free', () => {
    const sawtooth = series(200, (index) => 50 + (index % 20) * (index < 100 ? 1 : 8));
    expect(verdictOf(sawtooth)).to.equal('grew');
    expect(verdictOf(sawtooth, 'lowest')).to.equal('flat');
  });

  it('is not judged from a handful of samples', () => {
    expect(
      judgeFlatness(
        series(29, (index) => index ** 3),
        allowance,
      ),
    ).to.deep.equal({ verdict: 'too short' });
  });

  it('shows the levels that were compared', () => {
    expect(
      judgeFlatness(
        series(50, (index) => (index < 25 ? 10 : 40)),
        allowance,
      ),
    ).to.deep.equal({
      verdict: 'grew',
      before: 10,
      after: 40,
    });
  });
});
