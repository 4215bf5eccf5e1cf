import { expect } from 'chai';
import { judgeStart, type StartFindings } from './start-report.js';

const MB = 2 ** 20;
const found = (readyMs: readonly number[], restMb: number, peakMb: number): StartFindings => ({
  starts: readyMs.map((each) => ({ readyMs: each, phasesMs: {}, cpuMs: 1_000 })),
  memory: [
    { name: 'gateway', restBytes: restMb * MB, peakBytes: peakMb * MB },
    { name: 'search-service', restBytes: 60 * MB, peakBytes: 70 * MB },
  ],
});
const missed = (findings: StartFindings): string[] =>
  judgeStart(findings).flatMap(({ name, met }) => (met ? [] : [name]));

describe('the goals of a start', () => {
  it('are judged by the median start and by the largest process', () => {
    expect(missed(found([9_000, 2_900, 2_800], 119, 249))).to.deep.equal([]);
    expect(missed(found([2_000, 3_100, 3_200], 121, 251))).to.deep.equal([
      'ready within 3 s',
      'each service at most 120 MB at rest',
      'each service at most 250 MB under load',
    ]);
  });
});
