import { expect } from 'chai';
import { addSpend, compare, Excuses, outcomeOfTry, type AccountTally } from './tally.js';

const open = (): AccountTally => ({ accountId: 'a', granted: 10_000, charged: 0, revealed: new Set() });

describe('the tally of the load', () => {
  it('excuses nothing but success where nothing is disrupted', () => {
    for (const outcome of ['no answer', 'unavailable', 'in use', 'wrong'] as const)
      expect(new Excuses().cover(outcome, ['nothing', 'nothing']), outcome).to.equal(false);
    expect(new Excuses().cover('ok', ['nothing', 'nothing'])).to.equal(true);
  });

  it('excuses broken connections, 503 and what follows from them in an outage, and no other answer', () => {
    const outcomes = [
      outcomeOfTry(undefined, undefined),
      outcomeOfTry(503, 'service_unavailable'),
      outcomeOfTry(409, 'idempotency_key_in_use'),
    ];
    expect(outcomes).to.deep.equal(['no answer', 'unavailable', 'in use']);
    for (const outcome of outcomes)
      for (const allowed of [
        ['outage', 'outage'],
        ['nothing', 'outage'],
        ['outage', 'nothing'],
      ] as const)
        expect(new Excuses().cover(outcome, allowed), `${outcome}, ${allowed.join(', ')}`).to.equal(true);
    for (const [status, code] of [
      [500, 'internal_error'],
      [402, 'insufficient_credits'],
      [401, 'invalid_api_key'],
      [409, 'conflict'],
      [429, 'rate_limited'],
    ] as const)
      expect(new Excuses().cover(outcomeOfTry(status, code), ['outage', 'outage']), code).to.equal(false);
  });

  it('excuses a key that a try of the outage left in use, also after the outage', () => {
    const excuses = new Excuses();
    excuses.cover('no answer', ['outage', 'outage']);
    expect(excuses.cover('in use', ['nothing', 'nothing'])).to.equal(true);
    expect(excuses.cover('unavailable', ['nothing', 'nothing'])).to.equal(false);
  });

  it('names what an account paid for a second time', () => {
    const tally = open();
    expect(addSpend(tally, 1_200, ['contact 1 email', 'contact 1 phone'])).to.deep.equal([]);
    expect(addSpend(tally, 200, ['contact 1 email', 'contact 2 email'])).to.deep.equal(['contact 1 email']);
    expect(tally.charged).to.equal(1_400);
  });

  it('finds a spend that was lost or doubled, a ledger that does not add up and a reveal that is gone', () => {
    const tally = open();
    addSpend(tally, 1_200, ['contact 1 email', 'contact 1 phone']);
    expect(compare(tally, { balance: 8_800, entries: 8_800, priceOfRevealed: 0 })).to.deep.equal([]);
    expect(compare(tally, { balance: 10_000, entries: 10_000, priceOfRevealed: 0 })).to.have.length(1);
    expect(compare(tally, { balance: 7_600, entries: 7_600, priceOfRevealed: 0 })).to.have.length(1);
    expect(compare(tally, { balance: 8_800, entries: 8_600, priceOfRevealed: 0 })).to.have.length(1);
    expect(compare(tally, { balance: 8_800, entries: 8_800, priceOfRevealed: 200 })).to.have.length(1);
  });
});
