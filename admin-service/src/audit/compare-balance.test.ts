import { expect } from 'chai';
import { compareBalance } from './compare-balance.js';

describe('compareBalance', () => {
  it('I6 reports each part that differs from the ledger, even when the total is right', () => {
    expect(compareBalance({ included: 5, purchased: 7 }, { included: 5, purchased: 7 })).to.deep.equal([]);
    expect(compareBalance({ included: 5, purchased: 7 }, { included: 7, purchased: 5 })).to.deep.equal([
      { problem: 'included_differs', expected: 5, found: 7 },
      { problem: 'purchased_differs', expected: 7, found: 5 },
    ]);
  });
});
