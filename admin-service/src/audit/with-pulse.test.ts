import { getEventListeners } from 'node:events';
import { expect } from 'chai';
import { withPulse } from './with-pulse.js';

async function* numbers(): AsyncGenerator<number, void> {
  yield 1;
  yield await Promise.resolve(2);
}

/** Never yields. */
async function* silence(): AsyncGenerator<number, void> {
  await new Promise(() => {});
  yield 0;
}

describe('withPulse', () => {
  it('yields every item, and leaves no listener on the signal', async () => {
    const { signal } = new AbortController();
    for (let count = 0; count < 3; count += 1) {
      const items: unknown[] = [];
      for await (const item of withPulse(numbers(), 60_000, signal)) items.push(item);
      expect(items).to.deep.equal([1, 2]);
    }
    expect(getEventListeners(signal, 'abort')).to.have.length(0);
  });

  it('yields undefined while the items are silent, and ends early without waiting for one', async () => {
    const { signal } = new AbortController();
    let pulses = 0;
    for await (const item of withPulse(silence(), 5, signal)) {
      expect(item).to.equal(undefined);
      pulses += 1;
      if (pulses === 2) break;
    }
    expect(pulses).to.equal(2);
    expect(getEventListeners(signal, 'abort')).to.have.length(0);
  });

  it('yields undefined at once when the signal is aborted', async () => {
    const controller = new AbortController();
    const pulses = withPulse(silence(), 60_000, controller.signal);
    const first = pulses.next();
    controller.abort();
    expect(await first).to.deep.equal({ done: false, value: undefined });
    await pulses.return();
  });
});
