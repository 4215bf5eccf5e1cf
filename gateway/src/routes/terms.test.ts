import { expect } from 'chai';
import { Spend } from './terms.js';

const CAP = { credits: 1, millicredits: 1_000 };

describe('a try of a spend', () => {
  it('[D money.4] that was given up before reveal-service was asked never asks it', () => {
    const spend = new Spend('operation', CAP);
    expect(spend.giveUp()).to.equal(true);
    expect(() => spend.ask())
      .to.throw()
      .with.property('code', 'service_unavailable');
    expect(spend.giveUp()).to.equal(true);
  });

  it('[D money.4] that has asked stays open, told or not', () => {
    const spend = new Spend('operation', CAP);
    spend.ask();
    expect(spend.giveUp()).to.equal(false);
    expect(spend.chargedMillicredits).to.equal(0);
    spend.told(200);
    expect(spend.giveUp()).to.equal(false);
    expect(spend.chargedMillicredits).to.equal(200);
  });
});
