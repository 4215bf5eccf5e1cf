import { expect } from 'chai';
import { eventuallyEquals } from '@prospecting/platform/testing';
import { LogSampler } from './log-sampler.js';

describe('the sampler of log lines', () => {
  it('passes the first lines of a window, reports how many it omitted, and passes lines of the next window', async () => {
    const reports: number[] = [];
    const sampler = new LogSampler((omitted) => reports.push(omitted), { lines: 3, windowMs: 20 });
    const admitted = Array.from({ length: 10 }, () => sampler.admits());
    expect(admitted.filter(Boolean)).to.have.length(3);
    await eventuallyEquals(() => reports.join(), '7');
    expect(sampler.admits()).to.equal(true);
  });

  it('reports nothing for a window in which every line passed', async () => {
    const quiet: number[] = [];
    const busy: number[] = [];
    new LogSampler((omitted) => quiet.push(omitted), { lines: 2, windowMs: 5 }).admits();
    const later = new LogSampler((omitted) => busy.push(omitted), { lines: 1, windowMs: 5 });
    later.admits();
    later.admits();
    await eventuallyEquals(() => busy.length, 1);
    expect(quiet).to.deep.equal([]);
  });
});
