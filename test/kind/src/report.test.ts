import { expect } from 'chai';
import { renderReport } from './report.js';

describe('the report of test:kind', () => {
  it('has a row for each disruption, every problem below, and ends with the counts', () => {
    const report = renderReport([
      { name: 'rollback', seconds: 31.4, requests: 1_204, failed: 0, spends: 401, audit: 'clean', problems: [] },
      {
        name: 'drain-node',
        seconds: 8,
        requests: 90,
        failed: 2,
        spends: 30,
        audit: 'NOT CLEAN',
        problems: ['a', 'b'],
      },
    ]);
    expect(report.split('\n')).to.deep.equal([
      'disruption  seconds  requests  failed  spends  audit',
      '----------  -------  --------  ------  ------  ---------  ------',
      'rollback         31     1,204       0     401  clean',
      'drain-node        8        90       2      30  NOT CLEAN  FAILED',
      '',
      'drain-node: a',
      'drain-node: b',
      '1 passed, 1 failed',
    ]);
  });
});
