import { expect } from 'chai';
import { Wallet } from './wallet.js';

const spend = { credits: 1, infoTypes: ['phone'], contacts: ['Astrid Exempel'] };

describe('the wallet of agent-tool', () => {
  it('keeps its threshold when a spend from before a confirmation is given back', async () => {
    let asked = 0;
    const wallet = new Wallet({ budget: 10, confirmAbove: 1, confirm: () => Promise.resolve((asked += 1) > 0) });
    wallet.take(1, await wallet.authorize(spend));
    // A person confirms, and what was spent before counts no more.
    wallet.take(1, await wallet.authorize(spend));
    wallet.giveBack(1, false);
    wallet.take(1, await wallet.authorize(spend));
    expect(asked).to.equal(1);
    expect(wallet.needsConfirmation(1)).to.equal(true);
  });
});
