import { expect } from 'chai';
import { memoryOf } from './process-reading.js';

describe('the memory of a process', () => {
  it('is read from its status, in bytes', () => {
    const status = 'Name:\tnode\nVmHWM:\t  120000 kB\nVmRSS:\t  100000 kB\nRssAnon:\t   60000 kB\nThreads:\t11\n';
    expect(memoryOf(status)).to.deep.equal({
      rssBytes: 102_400_000,
      privateBytes: 61_440_000,
      peakRssBytes: 122_880_000,
    });
  });
});
