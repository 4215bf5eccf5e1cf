import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import { freeBatch, invalidResult, notFoundResult, spendableMillicredits } from './batch.js';
import { presentBalance } from './get-credits.js';
import { mapCompacted } from './sparse.js';

const subscription = { includedMillicredits: 100_000, renewsAt: { seconds: 1, nanos: 0 } };
const balance: credits.Balance = {
  accountId: 'a',
  includedMillicredits: 100,
  purchasedMillicredits: 200,
  subscription,
};
const unsubscribed: credits.Balance = { ...balance, subscription: null };

describe('the batch envelope', () => {
  it('[2.1] [D requests.7] of a free call charges and quotes 0 and shows the spendable credits', () => {
    expect(freeBatch([], balance, true)).to.deep.equal({
      body: { results: [], creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 0.3, dryRun: true },
      creditsRemainingMillicredits: 300,
    });
  });

  it('[2.1] has a null creditsRemaining without a subscription, even with purchased credits', () => {
    expect(freeBatch([], unsubscribed, false)).to.have.nested.property('body.creditsRemaining', null);
    expect(spendableMillicredits(unsubscribed)).to.equal(null);
  });

  it('echoes a ref, and omits it when none was sent', () => {
    expect(invalidResult({ ref: '', error: 'invalid_id' })).to.deep.equal({
      ref: '',
      status: 'invalid',
      error: 'invalid_id',
    });
    expect(JSON.stringify(notFoundResult(undefined, 'no_switchboard'))).to.equal(
      '{"status":"not_found","reason":"no_switchboard"}',
    );
  });
});

describe('the credit balance', () => {
  it('[4.6] [2.6] is in credits, and its total has no binary rounding error', () => {
    expect(presentBalance(balance)).to.deep.equal({ included: 0.1, purchased: 0.2, total: 0.3 });
  });

  it('[4.6] is all 0 without a subscription', () => {
    expect(presentBalance(unsubscribed)).to.deep.equal({ included: 0, purchased: 0, total: 0 });
  });
});

describe('mapCompacted', () => {
  it('maps the defined elements with one call and keeps their indexes', async () => {
    const calls: number[][] = [];
    const results = await mapCompacted([undefined, 1, undefined, 2, 3], (values: number[]) => {
      calls.push(values);
      return Promise.resolve(values.map((value) => value * 10));
    });
    expect(results).to.deep.equal([undefined, 10, undefined, 20, 30]);
    expect(calls).to.deep.equal([[1, 2, 3]]);
  });
});
