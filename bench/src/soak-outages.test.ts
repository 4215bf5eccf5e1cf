import { expect } from 'chai';
import { createOutages, RECONNECT_MS } from './soak-outages.js';

const search = { service: 'search-service', by: 'SIGKILL' } as const;

describe('the times in which requests may fail', () => {
  it('are while a service is away, and until its callers connect again', async () => {
    let now = 1_000;
    const outages = createOutages(() => now);
    expect(outages.excuse(0, 1_000)).to.equal(false);
    await outages.during(search, () => {
      expect(outages.excuse(1_500, 1_600), 'while it is away').to.equal(true);
      now = 3_000;
      return Promise.resolve();
    });
    expect(outages.excuse(0, 999), 'answered before').to.equal(false);
    expect(outages.excuse(900, 1_100), 'sent before, answered during').to.equal(true);
    expect(outages.excuse(3_000 + RECONNECT_MS, 20_000), 'sent before callers are connected').to.equal(true);
    expect(outages.excuse(3_001 + RECONNECT_MS, 20_000), 'sent after').to.equal(false);
    expect(outages.all).to.deep.equal([{ ...search, fromMs: 1_000, readyMs: 3_000, lastFailureMs: 20_000 }]);
  });

  it('do not end when the service does not come back', async () => {
    const outages = createOutages(() => 1_000);
    const failed = outages.during(search, () => Promise.reject(new Error('it did not get ready')));
    expect(await failed.catch((error: unknown) => String(error))).to.include('did not get ready');
    expect(outages.excuse(90_000, 90_001)).to.equal(true);
  });
});
