import { expect } from 'chai';
import fc from 'fast-check';
import { checkBalance } from './soak-load.js';
import { createPurse } from './soak-purse.js';

describe('what an account has left', () => {
  it('is between what was answered and what was sent, and exact when all is answered', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.boolean())), (orders) => {
        const purse = createPurse(1_000_000);
        for (const [cost, answered] of orders) {
          purse.send(cost);
          if (answered) purse.paid(cost);
        }
        expect(purse.lowest()).to.be.at.most(purse.highest());
        expect(purse.lowest() === purse.highest()).to.equal(orders.every(([, answered]) => answered));
      }),
    );
  });

  it('is compared with the shown balance to a thousandth of a credit', () => {
    const shown = { included: 99.8, purchased: 0, total: 99.8 };
    expect(() => checkBalance(shown, [99_800, 99_800])).not.to.throw();
    expect(() => checkBalance(shown, [99_801, 100_000])).to.throw('should be from 99.801 to 100');
    expect(() => checkBalance({ ...shown, total: 99.6 }, [99_600, 99_600])).to.throw('is the sum of');
    expect(() => checkBalance({}, [0, 100])).to.throw();
  });
});
