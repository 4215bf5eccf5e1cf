import { expect } from 'chai';
import fc from 'fast-check';
import { BUCKET_NAMES, bucketState, DEFAULT_LIMITS, secondsToNextWindow, windowOf } from './index.js';

describe('rate windows', () => {
  it('are the minutes of the clock', () => {
    expect(windowOf(Date.parse('2026-03-01T12:00:59.999Z'))).to.equal(windowOf(Date.parse('2026-03-01T12:00:00Z')));
    expect(windowOf(Date.parse('2026-03-01T12:01:00Z'))).to.equal(windowOf(Date.parse('2026-03-01T12:00:59.999Z')) + 1);
  });

  it('end after 1 to 60 whole seconds, and who waits them out is in the next one', () => {
    const instants = fc.integer({ min: 0, max: 4_102_444_800_000 });
    fc.assert(
      fc.property(instants, (epochMs) => {
        const seconds = secondsToNextWindow(epochMs);
        expect(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60).to.equal(true);
        expect(windowOf(epochMs + seconds * 1000)).to.equal(windowOf(epochMs) + 1);
      }),
    );
  });
});

describe('the state of a key', () => {
  const count = fc.nat(200);
  const counts = fc.record({ overall: count, search: count, spend: count });
  const buckets = fc.subarray([...BUCKET_NAMES]).map((names) => new Set(names));

  it('never shows less than 0 remaining, and refuses only for a bucket that the request counts in', () => {
    fc.assert(
      fc.property(counts, buckets, (counted, belongsTo) => {
        const state = bucketState(DEFAULT_LIMITS, counted, belongsTo, 30);
        for (const name of BUCKET_NAMES) {
          expect(state.remaining[name]).to.equal(Math.max(0, DEFAULT_LIMITS[name] - counted[name]));
          expect(state.exceededBuckets.includes(name)).to.equal(
            belongsTo.has(name) && counted[name] > DEFAULT_LIMITS[name],
          );
        }
        expect(state.exceeded).to.equal(state.exceededBuckets.length > 0);
      }),
    );
  });
});
