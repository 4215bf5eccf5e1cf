import { expect } from 'chai';
import fc from 'fast-check';
import { DISORDER_MS, entryBefore } from './find-entry.js';

describe('the search for a ledger entry by time', () => {
  /** A ledger whose entries are out of order by as much as two clocks may differ. */
  const ledger = fc
    .array(fc.record({ gapMs: fc.nat(10_000), offMs: fc.integer({ min: -2_000, max: 2_000 }) }), { maxLength: 200 })
    .map((steps) => {
      let ms = 1_000_000;
      return steps.map(({ gapMs, offMs }, index) => ({ entryId: index + 1, atMs: (ms += gapMs) + offMs }));
    });

  it('skips no entry since the instant, and leaves few before it', async () => {
    await fc.assert(
      fc.asyncProperty(ledger, fc.nat(2_500_000), async (entries, ms) => {
        let reads = 0;
        const id = await entryBefore(new Date(ms), (after) => {
          reads += 1;
          return Promise.resolve(entries[after]);
        });
        const skipped = entries.filter(({ entryId }) => entryId <= id);
        expect(skipped.every(({ atMs }) => atMs < ms)).to.equal(true);
        const next = entries[id];
        if (next !== undefined) expect(next.atMs).to.be.at.least(ms - 2 * DISORDER_MS);
        expect(reads).to.be.at.most(2 * Math.ceil(Math.log2(entries.length + 2)) + 2);
      }),
    );
  });
});
