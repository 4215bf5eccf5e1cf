import { expect } from 'chai';
import { ACCOUNTS, drawSenders, GROUPS, recoveredAfterMs, type Window } from './overload-plan.js';

describe('drawSenders', () => {
  it('gives every group its share, and every account of a group about the same', () => {
    const next = drawSenders(1);
    const byAccount = Array.from({ length: ACCOUNTS }, () => 0);
    for (let request = 0; request < 100_000; request += 1) {
      const { account } = next();
      byAccount[account] = (byAccount[account] ?? 0) + 1;
    }
    let first = 0;
    for (const { accounts, share } of GROUPS) {
      for (const sent of byAccount.slice(first, first + accounts)) {
        expect(sent / 100_000).to.be.closeTo(share / accounts, 0.01);
      }
      first += accounts;
    }
  });

  it('names the group of an account', () => {
    const next = drawSenders(2);
    for (let request = 0; request < 1_000; request += 1) {
      const { account, group } = next();
      expect(group).to.equal(account === 0 ? 'flooding' : account <= 4 ? 'busy' : 'small');
    }
  });
});

describe('recoveredAfterMs', () => {
  const good = (endsAtMs: number): Window => ({ endsAtMs, sent: 100, served: 100, p99Ms: 40 });

  it('is the end of the first of two good windows in a row', () => {
    const refused = { ...good(500), served: 90 };
    const late = { ...good(1_500), p99Ms: 51 };
    expect(recoveredAfterMs([refused, good(1_000), late, good(2_000), good(2_500)], 50)).to.equal(2_000);
  });

  it('is infinite when there are none', () => {
    expect(recoveredAfterMs([good(500)], 50)).to.equal(Number.POSITIVE_INFINITY);
    expect(recoveredAfterMs([], 50)).to.equal(Number.POSITIVE_INFINITY);
  });
});
