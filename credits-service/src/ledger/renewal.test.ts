import { expect } from 'chai';
import fc from 'fast-check';
import { nextRenewal } from './renewal.js';

const next = (startedAt: string, after: string): string =>
  nextRenewal(new Date(startedAt), new Date(after)).toISOString();

describe('nextRenewal', () => {
  it('returns the day and time of the start in each month', () => {
    expect(next('2026-01-15T08:30:00.123Z', '2026-01-15T08:30:00.123Z')).to.equal('2026-02-15T08:30:00.123Z');
    expect(next('2026-01-15T08:30:00.123Z', '2026-12-20T00:00:00.000Z')).to.equal('2027-01-15T08:30:00.123Z');
  });

  it('returns the last day of a month without that day, and the original day in later months', () => {
    const start = '2027-12-31T23:00:00.000Z';
    expect(next(start, '2028-02-01T00:00:00Z')).to.equal('2028-02-29T23:00:00.000Z');
    expect(next(start, '2028-02-29T23:00:00Z')).to.equal('2028-03-31T23:00:00.000Z');
    expect(next(start, '2028-03-31T23:00:00Z')).to.equal('2028-04-30T23:00:00.000Z');
    expect(next(start, '2029-02-15T00:00:00Z')).to.equal('2029-02-28T23:00:00.000Z');
  });

  it('returns an instant strictly after the given one: at a renewal, the next renewal', () => {
    expect(next('2026-01-15T08:00:00Z', '2026-02-15T07:59:59.999Z')).to.equal('2026-02-15T08:00:00.000Z');
    expect(next('2026-01-15T08:00:00Z', '2026-02-15T08:00:00.000Z')).to.equal('2026-03-15T08:00:00.000Z');
  });

  it('skips months that have passed', () => {
    expect(next('2026-01-31T12:00:00Z', '2026-06-30T12:00:00Z')).to.equal('2026-07-31T12:00:00.000Z');
  });

  it('returns the first renewal when the clock is before the start of the subscription', () => {
    expect(next('2026-05-31T12:00:00Z', '2025-01-01T00:00:00Z')).to.equal('2026-06-30T12:00:00.000Z');
  });

  it('returns the earliest instant after the given one that is a whole number of months after the start', () => {
    const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, instant, (startedAt, after) => {
        // An independent computation: in each month the day of the start, or the day before the
        // next month.
        const renewals = Array.from({ length: 500 }, (_, index) => {
          const day = startedAt.getUTCDate();
          const inMonth = Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + index + 1, day);
          const monthEnd = Date.UTC(startedAt.getUTCFullYear(), startedAt.getUTCMonth() + index + 2, 0);
          return Math.min(inMonth, monthEnd) + (startedAt.getTime() % (24 * 60 * 60 * 1000));
        });
        const expected = renewals.find((renewal) => renewal > after.getTime());
        expect(nextRenewal(startedAt, after).getTime()).to.equal(expected);
      }),
    );
  });
});
