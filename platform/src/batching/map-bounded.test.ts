import { expect } from 'chai';
import { mapBounded } from './map-bounded.js';

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('mapBounded', () => {
  it('returns results in the order of the items, and never exceeds its bound of items under way', async () => {
    let underWay = 0;
    let most = 0;
    const results = await mapBounded([5, 1, 4, 2, 3], 2, async (turns) => {
      underWay += 1;
      most = Math.max(most, underWay);
      for (let turn = 0; turn < turns; turn += 1) await nextTick();
      underWay -= 1;
      return turns * 10;
    });
    expect(results).to.deep.equal([50, 10, 40, 20, 30]);
    expect(most).to.equal(2);
  });

  it('rejects with the first failure, and starts no further item', async () => {
    const started: number[] = [];
    const failure = await mapBounded([1, 2, 3, 4], 1, async (item) => {
      started.push(item);
      await nextTick();
      if (item === 2) throw new Error('second');
    }).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Error).with.property('message', 'second');
    expect(started).to.deep.equal([1, 2]);
  });
});
