import { expect } from 'chai';
import { judgeSoak, type SoakFindings } from './soak-goals.js';
import { renderSoak } from './soak-report.js';
import type { MetricName, Series } from './soak-series.js';

const MB = 2 ** 20;

const series = (metric: MetricName, valueAt: (index: number) => number): Series => ({
  metric,
  subject: 'gateway',
  points: Array.from({ length: 50 }, (_, index) => ({ atMs: index * 1_000, pid: 7, value: valueAt(index) })),
});

const GOOD: SoakFindings = {
  durationMs: 50_000,
  counts: { answered: { 'organizations/match': 100, replay: 5 }, excused: 3, repeated: 1, faults: 0 },
  faults: [],
  outages: [{ service: 'search-service', by: 'SIGKILL', fromMs: 5_000, readyMs: 6_000, lastFailureMs: 6_100 }],
  events: [{ atMs: 4_000, kind: 'keys', detail: 'refused', revokedAfterMs: 40 }],
  planned: 1,
  series: (['rss', 'descriptors', 'sockets', 'waiting'] as const).map((metric) => series(metric, () => 100)),
  peaks: new Map([['gateway', 150 * MB]]),
  afterwards: [{ check: 'the audit at the end', failure: undefined }],
};

const missed = (change: Partial<SoakFindings>): string[] =>
  judgeSoak({ ...GOOD, ...change }).flatMap(({ name, met }) => (met ? [] : [name]));

describe('the goals of a soak', () => {
  it('are met by right answers, flat resources and a clean audit', () => {
    expect(missed({})).to.deep.equal([]);
  });

  it('are missed by one wrong answer, one failed event, one difference, one late refusal', () => {
    const fault = { atMs: 1, operation: 'replay', what: 'a replay differs' };
    expect(missed({ faults: [fault], counts: { ...GOOD.counts, faults: 1 } })).to.have.lengthOf(2);
    expect(missed({ events: [{ ...GOOD.events[0]!, failure: 'it did not get ready' }] })).to.have.lengthOf(1);
    expect(missed({ afterwards: [{ check: 'the audit at the end', failure: '1 difference' }] })).to.deep.equal([
      'the audit at the end',
    ]);
    expect(missed({ events: [{ ...GOOD.events[0]!, revokedAfterMs: 1_001 }] })).to.deep.equal([
      'a revoked key is refused within 1 s',
    ]);
  });

  it('are missed by growth, by a large process, and by what could not be judged', () => {
    expect(missed({ series: [...GOOD.series, series('private', (index) => 50 + index)] })).to.deep.equal([
      'memory flat',
    ]);
    expect(missed({ peaks: new Map([['gateway', 251 * MB]]) })).to.deep.equal(['no process above 250 MB']);
    expect(missed({ series: [] })).to.have.lengthOf(4);
    expect(missed({ counts: { answered: {}, excused: 0, repeated: 0, faults: 0 } })).to.have.lengthOf(2);
  });

  it('are printed below a chart whose lines fit the terminal', () => {
    const text = renderSoak(GOOD, 120);
    const charts = text.split('\n').filter((line) => line.includes('▕'));
    expect(charts).to.have.lengthOf(4);
    expect(charts.every((line) => line.length <= 120)).to.equal(true);
    expect(text).to.include('ready again after 1.00 s, the last failure after 1.10 s');
    expect(text).to.include('met     memory flat');
  });
});
