import { expect } from 'chai';
import { measure, summarise } from './measure.js';
import { roundRobin } from './target.js';

const period = { settleMs: 0, measureMs: 30 };
const forever = new AbortController().signal;

describe('measure', () => {
  it('keeps one request of each client in flight', async () => {
    const inFlight = new Map<number, number>();
    let most = 0;
    const { requestsPerSecond } = await measure(
      3,
      period,
      async (client) => {
        inFlight.set(client, (inFlight.get(client) ?? 0) + 1);
        most = Math.max(most, ...inFlight.values());
        await new Promise((resolve) => setImmediate(resolve));
        inFlight.set(client, (inFlight.get(client) ?? 0) - 1);
      },
      forever,
    );
    expect([...inFlight.keys()]).to.deep.equal([0, 1, 2]);
    expect(most).to.equal(1);
    expect(requestsPerSecond).to.be.above(0);
  });

  it('fails on the first wrong answer', async () => {
    let sent = 0;
    const failure = await measure(
      2,
      { settleMs: 0, measureMs: 60_000 },
      async () => {
        await new Promise((resolve) => setImmediate(resolve));
        sent += 1;
        if (sent === 5) throw new Error('wrong answer');
      },
      forever,
    ).catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'wrong answer');
  });

  it('stops when it is interrupted', async () => {
    const interrupted = AbortSignal.abort(new Error('ended by SIGINT'));
    const failure = await measure(1, period, () => Promise.resolve(), interrupted).catch((error: unknown) => error);
    expect(failure).to.have.property('message', 'ended by SIGINT');
  });
});

describe('summarise', () => {
  it('counts answers per second and sorts latencies as numbers', () => {
    expect(summarise([100, 9, 20, 10], 2_000)).to.deep.equal({ requestsPerSecond: 2, p50Ms: 10, p99Ms: 100 });
  });

  it('throws when no request was answered', () => {
    expect(() => summarise([], 1_000)).to.throw('no request was answered');
  });
});

describe('roundRobin', () => {
  it('gives every client every item in order, each starting at another index', () => {
    const questionFor = roundRobin(['a', 'b', 'c', 'd'], 2);
    const asked = (client: number): string => Array.from({ length: 5 }, () => questionFor(client)).join('');
    expect(asked(0)).to.equal('abcda');
    expect(asked(1)).to.equal('cdabc');
  });
});
