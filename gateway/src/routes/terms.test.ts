import { expect } from 'chai';
import { Spend } from './terms.js';

const CAP = { credits: 1, millicredits: 1_000 };

describe('an attempt of a spend', () => {
  it('[D money.4] cannot be sent to reveal-service after it was abandoned', () => {
    const spend = new Spend('operation', CAP);
    expect(spend.abandon()).to.equal(true);
    expect(() => spend.markSent())
      .to.throw()
      .with.property('code', 'service_unavailable');
    expect(spend.abandon()).to.equal(true);
  });

  it('[D money.4] cannot be abandoned after it was sent, with or without a recorded charge', () => {
    const spend = new Spend('operation', CAP);
    spend.markSent();
    expect(spend.abandon()).to.equal(false);
    expect(spend.chargedMillicredits).to.equal(0);
    spend.recordCharge(200);
    expect(spend.abandon()).to.equal(false);
    expect(spend.chargedMillicredits).to.equal(200);
  });
});
