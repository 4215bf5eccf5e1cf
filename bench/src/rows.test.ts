import { expect } from 'chai';
import { judge } from './goals.js';
import { CEILING, HAND_WRITTEN, MATCH_CEILING, toRows, type Sample } from './rows.js';

function sample(variant: string, round: number, requestsPerSecond: number, p50Ms = 10, p99Ms = 20): Sample {
  return { variant, connections: 16, round, requestsPerSecond, p50Ms, p99Ms };
}

describe('toRows', () => {
  it('shows medians over the rounds', () => {
    const samples = [sample('grpc', 1, 100, 5, 50), sample('grpc', 2, 300, 7, 14), sample('grpc', 3, 200, 6, 12)];
    expect(toRows(samples, 25)).to.deep.equal([
      { variant: 'grpc', connections: 16, requestsPerSecond: 200, itemsPerSecond: 5_000, p50Ms: 6, p99Ms: 14, tail: 2 },
    ]);
  });

  it('compares with the ceiling of the same round, so that drift between rounds does not count', () => {
    const samples = [
      sample(CEILING, 1, 1_000),
      sample('grpc', 1, 500),
      sample(CEILING, 2, 100),
      sample('grpc', 2, 50),
      sample(CEILING, 3, 10),
      sample('grpc', 3, 5),
    ];
    expect(toRows(samples, 25).map(({ ratio }) => ratio)).to.deep.equal([1, 0.5]);
  });

  it('relates each row to the match statement alone and to the hand-written process too', () => {
    const samples = [sample(MATCH_CEILING, 1, 1_000), sample(HAND_WRITTEN, 1, 200), sample('grpc', 1, 300)];
    expect(toRows(samples, 25)[2]).to.include({ ofMatch: 0.3, ofHandWritten: 1.5 });
  });

  it('separates numbers of connections', () => {
    const samples = [sample('grpc', 1, 100), { ...sample('grpc', 1, 900), connections: 64 }];
    expect(toRows(samples, 25).map(({ requestsPerSecond }) => requestsPerSecond)).to.deep.equal([100, 900]);
  });
});

describe('judge', () => {
  const goals = [
    { variant: 'grpc', connections: 16, column: 'ratio', bound: 0.5 },
    { variant: 'grpc', connections: 16, column: 'tail', bound: 2 },
  ] as const;
  const met = (samples: Sample[]): boolean[] => judge(toRows(samples, 25), goals).map((goal) => goal.met);

  it('requires a ratio of at least its bound and a tail of at most its bound', () => {
    expect(met([sample(CEILING, 1, 100), sample('grpc', 1, 50, 10, 20)])).to.deep.equal([true, true]);
    expect(met([sample(CEILING, 1, 100), sample('grpc', 1, 49, 10, 21)])).to.deep.equal([false, false]);
  });

  it('skips goals that were not measured', () => {
    expect(met([sample(CEILING, 1, 100)])).to.deep.equal([]);
  });
});
