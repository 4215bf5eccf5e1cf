import { expect } from 'chai';
import fc from 'fast-check';
import {
  formatAmount,
  formatChange,
  formatCounted,
  formatCredits,
  formatDuration,
  formatRange,
  parseAmount,
} from './numbers.js';

describe('numbers in the console', () => {
  it('shows credits with at most three decimals and groups of three digits', () => {
    expect([0, 0.2, 1, 1234.5, 1_000_000, 0.001].map(formatAmount)).to.deep.equal([
      '0',
      '0.2',
      '1',
      '1,234.5',
      '1,000,000',
      '0.001',
    ]);
  });

  it('says credit for one and credits for every other amount', () => {
    expect([1, 0, 1.2].map(formatCredits)).to.deep.equal(['1 credit', '0 credits', '1.2 credits']);
  });

  it('signs a change with a true minus', () => {
    expect([100, -1.2, 0].map(formatChange)).to.deep.equal(['+100', '−1.2', '0']);
  });

  it('says a count with the noun in its number', () => {
    expect([
      formatCounted(1, 'key'),
      formatCounted(2000, 'key'),
      formatCounted(2, 'address', 'addresses'),
    ]).to.deep.equal(['1 key', '2,000 keys', '2 addresses']);
  });

  it('shows durations in the unit that a reader can compare', () => {
    expect([0, 84, 999, 1_240].map(formatDuration)).to.deep.equal(['0 ms', '84 ms', '999 ms', '1.2 s']);
  });

  it('shows ranges of which one end is not known', () => {
    expect([
      formatRange(50, 99),
      formatRange(50, undefined),
      formatRange(undefined, 9),
      formatRange(7, 7),
    ]).to.deep.equal(['50–99', 'from 50', 'up to 9', '7']);
    expect(formatRange(undefined, undefined)).to.equal(undefined);
  });

  it('reads back every amount that it shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (millicredits) => {
        const credits = millicredits / 1_000;
        expect(parseAmount(formatAmount(credits).replaceAll(',', ''))).to.equal(credits);
      }),
    );
  });

  it('reads a decimal comma, and refuses what is no amount of credits', () => {
    expect([parseAmount('0,2'), parseAmount(' 1 000 ')]).to.deep.equal([0.2, 1000]);
    for (const text of ['', '-1', '1.2345', '1e3', 'ten', '1000000001', '1.2.3'])
      expect(parseAmount(text), text).to.equal(undefined);
  });
});
