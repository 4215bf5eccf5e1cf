import { expect } from 'chai';
import { parseMetrics, sumOf } from './metrics-text.js';

const TEXT = `# HELP prospect_pool_connections Connections of a pool.
# TYPE prospect_pool_connections gauge
prospect_pool_connections{pool="edge",state="used"} 3
prospect_pool_connections{pool="edge",state="waiting"} 2
prospect_pool_connections{pool="keys, \\"more\\"",state="waiting"} 5
process_resident_memory_bytes 1.5e+8
nodejs_eventloop_lag_min_seconds Nan
`;

describe('the text of metrics', () => {
  const samples = parseMetrics(TEXT);

  it('gives names, labels and numbers, and nothing else', () => {
    expect(samples).to.have.lengthOf(4);
    expect(samples[2]).to.deep.equal({
      name: 'prospect_pool_connections',
      labels: { pool: String.raw`keys, \"more\"`, state: 'waiting' },
      value: 5,
    });
  });

  it('is summed by name and labels', () => {
    expect(sumOf(samples, 'prospect_pool_connections', { state: 'waiting' })).to.equal(7);
    expect(sumOf(samples, 'process_resident_memory_bytes')).to.equal(150_000_000);
    expect(sumOf(samples, 'prospect_settlements_queued')).to.equal(undefined);
  });
});
