import { expect } from 'chai';
import { WorkLimit } from './work-limit.js';

const WINDOW_MS = 250;

/** Records one request at the end of each of the windows. */
function recordWindows(limit: WorkLimit, from: number, windows: number, durationMs: number): number {
  for (let window = 0; window < windows; window += 1) limit.record(durationMs, (from + window) * WINDOW_MS);
  return from + windows;
}

describe('WorkLimit', () => {
  it('begins at its maximum, and stays there while requests take a second or less', () => {
    const limit = new WorkLimit({ most: 160 });
    expect(limit.value).to.equal(160);
    recordWindows(limit, 0, 20, 1_000);
    expect(limit.value).to.equal(160);
  });

  it('falls to 16 within 3 s while requests take longer, and no further', () => {
    const limit = new WorkLimit({ most: 160 });
    const next = recordWindows(limit, 0, 12, 1_001);
    expect(limit.value).to.equal(16);
    recordWindows(limit, next, 20, 5_000);
    expect(limit.value).to.equal(16);
  });

  it('is back at its maximum 3 s after requests are fast again', () => {
    const limit = new WorkLimit({ most: 160 });
    const next = recordWindows(limit, 0, 30, 5_000);
    recordWindows(limit, next, 12, 20);
    expect(limit.value).to.equal(160);
  });

  it('goes by the mean of a window, and changes once in each', () => {
    const limit = new WorkLimit({ most: 160 });
    limit.record(100, 0);
    for (let request = 0; request < 100; request += 1) limit.record(5_000, 1);
    expect(limit.value).to.equal(160);
    limit.record(5_000, WINDOW_MS);
    expect(limit.value).to.equal(128);
    for (let request = 0; request < 9; request += 1) limit.record(10, WINDOW_MS + 1);
    limit.record(9_000, 2 * WINDOW_MS);
    expect(limit.value).to.equal(160);
  });

  it('keeps a maximum below 16', () => {
    const limit = new WorkLimit({ most: 4 });
    recordWindows(limit, 0, 20, 5_000);
    expect(limit.value).to.equal(4);
  });
});
