import { expect } from 'chai';
import { compareBalance } from './compare-balance.js';

describe('comparing a balance with its ledger', () => {
  it('I6 finds each part that is not the sum, even where the total is right', () => {
    expect(compareBalance({ included: 5, purchased: 7 }, { included: 5, purchased: 7 })).to.deep.equal([]);
    expect(compareBalance({ included: 5, purchased: 7 }, { included: 7, purchased: 5 })).to.deep.equal([
      { problem: 'included_differs', expected: 5, found: 7 },
      { problem: 'purchased_differs', expected: 7, found: 5 },
    ]);
  });
});
