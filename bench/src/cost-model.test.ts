import { expect } from 'chai';
import { allocatedBytes, largest, perRequest, type Use } from './cost-model.js';

const use: Use = {
  processes: [
    { name: 'gateway', cpuMs: 30, gcMs: 2, allocatedBytes: 4_000 },
    { name: 'postgres', cpuMs: 25 },
  ],
  hops: [
    { from: 'gateway', to: 'search-service', calls: 5, sentBytes: 100, receivedBytes: 900 },
    { from: 'gateway', to: 'redis', sentBytes: 0, receivedBytes: 0 },
  ],
  statements: [
    { role: 'credits', text: 'select balance', calls: 10, rows: 10, ms: 4 },
    { role: 'search', text: 'select hits', calls: 5, rows: 200, ms: 15 },
  ],
};

describe('the bytes that a process allocates', () => {
  it('are what its heap grew between collections', () => {
    const collections = [
      { usedBefore: 900, usedAfter: 200 },
      { usedBefore: 700, usedAfter: 300 },
    ];
    expect(allocatedBytes(100, collections, 350)).to.equal(800 + 500 + 50);
  });

  it('are never less than 0, when sweeping frees more than was allocated', () => {
    expect(allocatedBytes(500, [], 400)).to.equal(0);
  });
});

describe('the cost of a request', () => {
  it('is what all requests used, divided by them', () => {
    const { processes, hops, statements } = perRequest(use, 10);
    expect(processes[0]).to.deep.equal({ name: 'gateway', cpuMs: 3, gcMs: 0.2, allocatedBytes: 400 });
    expect(processes[1]).to.deep.equal({ name: 'postgres', cpuMs: 2.5 });
    expect(hops).to.deep.equal([
      { from: 'gateway', to: 'search-service', calls: 0.5, sentBytes: 10, receivedBytes: 90 },
    ]);
    expect(statements.map(({ ms }) => ms)).to.deep.equal([1.5, 0.4]);
  });

  it('is largest where processes and statements take most time, with PostgreSQL as its statements', () => {
    expect(largest(use, 3)).to.deep.equal([
      { name: 'gateway, CPU', ms: 30 },
      { name: 'statement of search: select hits', ms: 15 },
      { name: 'postgres, beside statements', ms: 6 },
    ]);
  });
});
