import { expect } from 'chai';
import { createRandom } from './random.js';

describe('createRandom', () => {
  it('gives the same numbers for the same seed alone', () => {
    const draw = (seed: number): number[] => {
      const random = createRandom(seed);
      return Array.from({ length: 20 }, () => random.below(1_000));
    };
    expect(draw(7)).to.deep.equal(draw(7));
    expect(draw(7)).not.to.deep.equal(draw(8));
  });

  it('spreads evenly', () => {
    const random = createRandom(1);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const value = random.below(10);
      counts[value] = (counts[value] ?? 0) + 1;
    }
    for (const count of counts) expect(count).to.be.within(900, 1_100);
  });

  it('makes UUIDs of version 4', () => {
    expect(createRandom(1).uuid()).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
