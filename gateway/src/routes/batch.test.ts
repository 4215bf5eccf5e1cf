import type { credits } from '@prospecting/protos';
import { expect } from 'chai';
import { freeBatch, invalidResult, notFoundResult, spendableMillicredits } from './batch.js';
import { presentBalance } from './credits/present.js';
import { inPlaces } from './places.js';

const subscription = { includedMillicredits: 100_000, renewsAt: { seconds: 1, nanos: 0 } };
const balance: credits.Balance = {
  accountId: 'a',
  includedMillicredits: 100,
  purchasedMillicredits: 200,
  subscription,
};
const unsubscribed: credits.Balance = { ...balance, subscription: null };

describe('the batch envelope', () => {
  it('[2.1] [D requests.7] a free call charges and quotes nothing and shows what could be spent', () => {
    expect(freeBatch([], balance, true)).to.deep.equal({
      body: { results: [], creditsCharged: 0, creditsQuoted: 0, creditsRemaining: 0.3, dryRun: true },
      creditsRemainingMillicredits: 300,
    });
  });

  it('[2.1] without a subscription creditsRemaining is null, though purchased credits may lie there', () => {
    expect(freeBatch([], unsubscribed, false)).to.have.nested.property('body.creditsRemaining', null);
    expect(spendableMillicredits(unsubscribed)).to.equal(null);
  });

  it('echoes a ref, and leaves it out where none was sent', () => {
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
  it('[4.6] [2.6] is shown in credits, its total without binary arithmetic', () => {
    expect(presentBalance(balance)).to.deep.equal({ included: 0.1, purchased: 0.2, total: 0.3 });
  });

  it('[4.6] is all 0 without a subscription', () => {
    expect(presentBalance(unsubscribed)).to.deep.equal({ included: 0, purchased: 0, total: 0 });
  });
});

describe('inPlaces', () => {
  it('asks once for what is there, and answers in the same places', async () => {
    const questions: number[][] = [];
    const answers = await inPlaces([undefined, 1, undefined, 2, 3], (asked: number[]) => {
      questions.push(asked);
      return Promise.resolve(asked.map((each) => each * 10));
    });
    expect(answers).to.deep.equal([undefined, 10, undefined, 20, 30]);
    expect(questions).to.deep.equal([[1, 2, 3]]);
  });
});
