import { expect } from 'chai';
import { verdictsOf, worstOf, type Sampled } from './soak-series.js';

const points = (pid: number, valueAt: (index: number) => number): Sampled[] =>
  Array.from({ length: 50 }, (_, index) => ({ atMs: pid * 1_000 + index, pid, value: valueAt(index) }));

describe('a series', () => {
  it('is judged by process: what a restart frees or needs is no growth', () => {
    const series = { metric: 'rss', subject: 'gateway', points: [...points(1, () => 80), ...points(2, () => 160)] };
    expect(verdictsOf({ ...series, metric: 'rss' }).map(({ verdict }) => verdict)).to.deep.equal(['flat', 'flat']);
  });

  it('is decided by the process that grew, and not by one that ran too briefly', () => {
    const grown = [...points(1, (index) => 80 + index), ...points(2, () => 80), ...points(3, () => 80).slice(0, 3)];
    const verdicts = verdictsOf({ metric: 'rss', subject: 'gateway', points: grown });
    expect(verdicts.map(({ verdict }) => verdict)).to.deep.equal(['grew', 'flat', 'too short']);
    expect(worstOf(verdicts)?.verdict).to.equal('grew');
    expect(worstOf(verdicts.slice(1))?.verdict).to.equal('flat');
  });

  it('of a heap is judged only when it is long enough for collections', () => {
    const heap = (everyMs: number): string[] =>
      verdictsOf({
        metric: 'heap',
        subject: 'gateway',
        points: points(1, (index) => 30 + index).map((point, index) => ({ ...point, atMs: index * everyMs })),
      }).map(({ verdict }) => verdict);
    expect(heap(10_000)).to.deep.equal(['too short']);
    expect(heap(20_000)).to.deep.equal(['grew']);
  });

  it('of something that grows with use is not judged', () => {
    expect(verdictsOf({ metric: 'tables', subject: 'stored responses', points: points(1, (index) => index) })).to.be
      .empty;
  });
});
