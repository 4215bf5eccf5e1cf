import { expect } from 'chai';
import fc from 'fast-check';
import { revealExpiry } from './reveal-record.js';

const expiry = (revealedAt: string): string => revealExpiry(new Date(revealedAt)).toISOString();

describe('revealExpiry', () => {
  it('returns the same instant of the next calendar year', () => {
    expect(expiry('2026-03-01T12:34:56.789Z')).to.equal('2027-03-01T12:34:56.789Z');
    expect(expiry('2027-03-01T00:00:00.000Z')).to.equal('2028-03-01T00:00:00.000Z');
  });

  it('returns 28 February for a reveal of 29 February', () => {
    expect(expiry('2028-02-29T08:00:00.000Z')).to.equal('2029-02-28T08:00:00.000Z');
    expect(expiry('2028-02-28T08:00:00.000Z')).to.equal('2029-02-28T08:00:00.000Z');
  });

  it('is always 365 or 366 days later', () => {
    const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const dayMs = 24 * 60 * 60 * 1000;
    fc.assert(
      fc.property(instants, (revealedAt) => {
        expect([365 * dayMs, 366 * dayMs]).to.include(revealExpiry(revealedAt).getTime() - revealedAt.getTime());
      }),
    );
  });
});
