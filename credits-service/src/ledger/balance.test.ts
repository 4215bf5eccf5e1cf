import { expect } from 'chai';
import fc from 'fast-check';
import { allowanceProblem, purchaseProblem } from './amounts.js';
import {
  beginSubscription,
  changeAllowance,
  dueReset,
  grantPurchased,
  MAX_MILLICREDITS,
  type AccountBalance,
} from './balance.js';

const startedAt = new Date('2026-01-31T12:00:00Z');
const renewsAt = new Date('2026-02-28T12:00:00Z');
const balance = (changes: Partial<AccountBalance> = {}): AccountBalance => ({
  ...beginSubscription('account', 1000, startedAt).balance,
  ...changes,
});

describe('ledger changes', () => {
  it('begins a subscription with the first allowance and one entry', () => {
    expect(beginSubscription('account', 1000, startedAt)).to.deep.equal({
      balance: {
        accountId: 'account',
        includedMillicredits: 1000,
        purchasedMillicredits: 0,
        allowanceMillicredits: 1000,
        overusedMillicredits: 0,
        purchasedSpentMillicredits: 0,
        previousPurchasedSpentMillicredits: 0,
        previousRenewsAt: null,
        startedAt,
        renewsAt,
        lastEntryId: 1,
      },
      entry: {
        entryId: 1,
        at: startedAt,
        kind: 'subscribe',
        includedMillicredits: 1000,
        purchasedMillicredits: 0,
        reference: null,
      },
    });
  });

  it('resets to the allowance in one entry, however many months have passed, and carries nothing over', () => {
    const now = new Date('2026-06-01T00:00:00Z');
    const reset = dueReset(balance({ includedMillicredits: 300, purchasedMillicredits: 50 }), now);
    expect(reset?.balance).to.include({ includedMillicredits: 1000, purchasedMillicredits: 50, lastEntryId: 2 });
    expect(reset?.balance.renewsAt).to.deep.equal(new Date('2026-06-30T12:00:00Z'));
    expect(reset?.entry).to.include({ kind: 'reset', includedMillicredits: 700, purchasedMillicredits: 0, entryId: 2 });
  });

  it('resets exactly at the renewal, not before it, and not after a clock jumped back', () => {
    expect(dueReset(balance(), new Date(renewsAt.getTime() - 1))).to.equal(undefined);
    expect(dueReset(balance(), renewsAt)).not.to.equal(undefined);
    expect(dueReset(balance(), new Date('2020-01-01T00:00:00Z'))).to.equal(undefined);
  });

  it('removes included credits above the allowance in a reset', () => {
    expect(dueReset(balance({ includedMillicredits: 1500 }), renewsAt)?.entry.includedMillicredits).to.equal(-500);
  });

  it('[D money.3] a new allowance leaves the allowance less what is used, never below 0', () => {
    const spent = balance({ includedMillicredits: 300 });
    expect(changeAllowance(spent, 1200, startedAt)?.entry.includedMillicredits).to.equal(200);
    expect(changeAllowance(spent, 900, startedAt)?.balance.includedMillicredits).to.equal(200);
    const lowered = changeAllowance(spent, 100, startedAt);
    expect(lowered?.balance).to.include({
      includedMillicredits: 0,
      allowanceMillicredits: 100,
      overusedMillicredits: 600,
    });
    expect(lowered?.entry.includedMillicredits).to.equal(-300);
    const raised = changeAllowance(lowered?.balance as AccountBalance, 1000, startedAt);
    expect(raised?.balance).to.include({ includedMillicredits: 300, overusedMillicredits: 0 });
    expect(raised?.entry.includedMillicredits).to.equal(300);
    expect(changeAllowance(spent, 900, new Date('2026-02-10'))?.balance.renewsAt).to.deep.equal(renewsAt);
    expect(changeAllowance(spent, 1000, startedAt)).to.equal(undefined);
  });

  it('[D money.3] restoring an allowance after any changes leaves what was left before them', () => {
    const amount = fc.nat({ max: 1000 });
    fc.assert(
      fc.property(amount, fc.array(fc.nat({ max: 2000 })), (left, allowances) => {
        const spent = balance({ includedMillicredits: left });
        const change = (before: AccountBalance, allowance: number): AccountBalance =>
          changeAllowance(before, allowance, startedAt)?.balance ?? before;
        const after = change(allowances.reduce(change, spent), 1000);
        expect(after).to.include({ includedMillicredits: left, overusedMillicredits: 0 });
      }),
    );
  });

  it('keeps the purchased credits spent by the ended month in a reset, and clears its overuse', () => {
    const before = balance({ includedMillicredits: 0, overusedMillicredits: 70, purchasedSpentMillicredits: 40 });
    expect(dueReset({ ...before, previousPurchasedSpentMillicredits: 9 }, renewsAt)?.balance).to.deep.include({
      includedMillicredits: 1000,
      overusedMillicredits: 0,
      purchasedSpentMillicredits: 0,
      previousPurchasedSpentMillicredits: 40,
      previousRenewsAt: renewsAt,
    });
  });

  it('adds purchased credits, which no reset changes', () => {
    const { balance: granted, entry } = grantPurchased(balance(), 2500, 'invoice 7', startedAt);
    expect(granted).to.include({ includedMillicredits: 1000, purchasedMillicredits: 2500 });
    expect(entry).to.include({
      kind: 'grant',
      includedMillicredits: 0,
      purchasedMillicredits: 2500,
      reference: 'invoice 7',
    });
    expect(dueReset(granted, renewsAt)?.balance.purchasedMillicredits).to.equal(2500);
  });

  it('every change adds exactly the amounts of its entry, and never makes an amount negative', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        fc.integer({ min: 0, max: 400 }),
        (left, purchased, allowance, next, days) => {
          const before = balance({
            includedMillicredits: left,
            purchasedMillicredits: purchased,
            allowanceMillicredits: allowance,
          });
          const now = new Date(startedAt.getTime() + days * 24 * 60 * 60 * 1000);
          const changes = [
            dueReset(before, now),
            changeAllowance(before, next, now),
            grantPurchased(before, next + 1, 'invoice 7', now),
          ];
          for (const { balance: after, entry } of changes.filter((each) => each !== undefined)) {
            expect(after.includedMillicredits)
              .to.equal(left + entry.includedMillicredits)
              .and.to.be.at.least(0);
            expect(after.purchasedMillicredits)
              .to.equal(purchased + entry.purchasedMillicredits)
              .and.to.be.at.least(0);
            expect(after.lastEntryId)
              .to.equal(entry.entryId)
              .and.to.equal(before.lastEntryId + 1);
          }
        },
      ),
    );
  });
});

describe('amounts', () => {
  it('[D requests.7] are whole millicredits that can be counted exactly', () => {
    for (const amount of [0.5, -1, Number.NaN, Number.POSITIVE_INFINITY, MAX_MILLICREDITS + 1]) {
      expect(allowanceProblem(amount, 0), String(amount)).to.equal('must be 0 or more credits with at most 3 decimals');
      expect(purchaseProblem(amount, balance()), String(amount)).to.equal(
        'must be more than 0 credits with at most 3 decimals',
      );
    }
    expect(allowanceProblem(0, 0)).to.equal(undefined);
    expect(purchaseProblem(0, balance())).to.equal('must be more than 0 credits with at most 3 decimals');
    expect(purchaseProblem(1, balance())).to.equal(undefined);
  });

  it('are refused where a balance would be too large to count, this month or after a reset', () => {
    expect(allowanceProblem(MAX_MILLICREDITS - 5, 5)).to.equal(undefined);
    expect(allowanceProblem(MAX_MILLICREDITS - 5, 6)).to.match(/^would make the balance more than/);
    const spent = balance({ includedMillicredits: 0, allowanceMillicredits: 1000 });
    expect(purchaseProblem(MAX_MILLICREDITS - 1000, spent)).to.equal(undefined);
    expect(purchaseProblem(MAX_MILLICREDITS - 999, spent)).to.match(/^would make the balance more than/);
  });

  it('cannot be bought without a subscription', () => {
    expect(purchaseProblem(1000, undefined)).to.equal('the account has no credit subscription; subscribe first');
  });
});
