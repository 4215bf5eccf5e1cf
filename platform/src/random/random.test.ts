import { expect } from 'chai';
import { createRandom } from './index.js';
import { parseUuid } from '../uuid/index.js';

describe('createRandom', () => {
  it('draws the same numbers for the same seed, and others for another', () => {
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

  it('draws these numbers for seed 1, on every machine and in every version: data sets are known by their seed', () => {
    const random = createRandom(1);
    expect(Array.from({ length: 4 }, () => random.below(1_000_000))).to.deep.equal([627073, 2735, 527447, 981050]);
  });

  it('draws both ends of a range', () => {
    const random = createRandom(1);
    const drawn = new Set(Array.from({ length: 200 }, () => random.between(3, 6)));
    expect([...drawn]).to.have.members([3, 4, 5, 6]);
  });

  it('draws true with the probability', () => {
    const random = createRandom(1);
    const count = Array.from({ length: 10_000 }, () => random.chance(0.2)).filter(Boolean).length;
    expect(count).to.be.within(1_800, 2_200);
  });

  it('samples each element at most once, and no more than there are', () => {
    const elements = [1, 2, 3, 4, 5];
    const sample = createRandom(1).sample(elements, 3);
    expect(new Set(sample).size).to.equal(3);
    expect(elements).to.include.members(sample);
    expect(createRandom(1).sample(elements, 9)).to.have.members(elements);
    expect(elements).to.deep.equal([1, 2, 3, 4, 5]);
  });

  it('picks one of the elements, and throws RangeError when there are none', () => {
    expect(['a', 'b']).to.include(createRandom(1).pick(['a', 'b']));
    expect(() => createRandom(1).pick([])).to.throw(RangeError);
  });

  it('draws UUIDs of version 4', () => {
    const uuid = createRandom(1).uuid();
    expect(parseUuid(uuid)).to.equal(uuid);
    expect(uuid).to.match(/^.{14}4.{4}[89ab]/);
  });
});
