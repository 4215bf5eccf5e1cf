import { expect } from 'chai';
import { createStartTimes } from './start-times.js';

describe('the times of a start', () => {
  it('are those of each phase, from the end of the one before', () => {
    let now = 300;
    const times = createStartTimes(() => now);
    now = 310;
    times.end('ports');
    now = 900;
    times.end('postgres');
    now = 950;
    expect(times.phases()).to.deep.equal({ modules: 300, ports: 10, postgres: 590 });
    expect(times.total()).to.equal(950);
  });
});
