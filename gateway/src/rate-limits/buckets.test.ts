import { expect } from 'chai';
import fc from 'fast-check';
import { parseList } from 'structured-headers';
import { BUCKET_NAMES, DEFAULT_LIMITS, type BucketLimits } from '@prospecting/openapi';
import { bucketState, forEachBucket, rateHeaders, secondsToNextWindow, windowOf } from './buckets.js';

describe('rate windows', () => {
  it('are minutes of the clock', () => {
    expect(windowOf(Date.parse('2026-03-01T12:00:59.999Z'))).to.equal(windowOf(Date.parse('2026-03-01T12:00:00Z')));
    expect(windowOf(Date.parse('2026-03-01T12:01:00Z'))).to.equal(windowOf(Date.parse('2026-03-01T12:00:59.999Z')) + 1);
  });

  it('end after 1 to 60 whole seconds: a caller that waits so long is in the next one', () => {
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

describe('bucket state', () => {
  const count = fc.nat(200);
  const counts = fc
    .array(count, { minLength: BUCKET_NAMES.length, maxLength: BUCKET_NAMES.length })
    .map((values) => forEachBucket((_name, index) => values[index] ?? 0));
  const buckets = fc.subarray([...BUCKET_NAMES]).map((names) => new Set(names));

  it('has no bucket below 0, and exceeds only buckets that the request counts in', () => {
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

describe('rate headers', () => {
  const remaining = { ...DEFAULT_LIMITS, overall: 59, search: 19 };
  const headers = rateHeaders(DEFAULT_LIMITS, { remaining, resetSeconds: 31 });

  it('are byte for byte those of the documentation, with all buckets in order', () => {
    expect(headers).to.deep.equal({
      'RateLimit-Policy': '"overall";q=60;w=60, "search";q=20;w=60, "spend";q=5;w=60',
      RateLimit: '"overall";r=59;t=31, "search";r=19;t=31, "spend";r=5;t=31',
    });
  });

  it('parse as structured fields: strings with integer parameters', () => {
    const listed = parseList(headers.RateLimit).map(([name, parameters]): unknown[] => [name, ...parameters]);
    expect(listed).to.deep.equal(BUCKET_NAMES.map((name) => [name, ['r', remaining[name]], ['t', 31]]));
    expect(parseList(headers['RateLimit-Policy'])).to.have.length(BUCKET_NAMES.length);
  });

  it('show the custom limits of a key', () => {
    const own: BucketLimits = { ...DEFAULT_LIMITS, overall: 600, search: 200, spend: 1 };
    expect(rateHeaders(own, { remaining: own, resetSeconds: 60 })['RateLimit-Policy']).to.include(
      '"overall";q=600;w=60, "search";q=200;w=60, "spend";q=1;w=60',
    );
  });
});
