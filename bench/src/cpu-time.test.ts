import { expect } from 'chai';
import { ticksOf } from './cpu-time.js';

describe('the CPU time of a process', () => {
  it('is user and system time, whatever the name of its program', () => {
    const line = '7 (node (a) b) S 1 7 7 0 -1 4194304 1 2 3 4 150 50 9 9 20 0 11 0 100 1 1';
    expect(ticksOf(line)).to.equal(200);
  });

  it('is 0 for a process that has ended', () => {
    expect(ticksOf('')).to.equal(0);
  });
});
