import { expect } from 'chai';
import fc from 'fast-check';
import { createPositions } from './positions.js';

describe('the positions of the primary', () => {
  it('prove of a replica every commit before the newest question that it has caught up with', () => {
    const positions = createPositions();
    positions.note(100n, 1_000);
    positions.note(200n, 2_000);
    expect([99n, 100n, 199n, 200n, 999n].map((lsn) => positions.provenAt(lsn))).to.deep.equal([
      undefined,
      1_000,
      1_000,
      2_000,
      2_000,
    ]);
  });

  it('prove more of a replica with each answer of an idle primary', () => {
    const positions = createPositions();
    positions.note(100n, 1_000);
    positions.note(100n, 60_000);
    expect(positions.provenAt(100n)).to.equal(60_000);
    expect(positions.provenAt(99n)).to.equal(undefined);
  });

  it('prove nothing before the primary has answered, silent or not', () => {
    const positions = createPositions();
    positions.noteSilence(1_000);
    expect([positions.newest, positions.provenAt(1n)]).to.deep.equal([undefined, undefined]);
  });

  it('prove what was last known for as long as the primary is silent', () => {
    const positions = createPositions();
    positions.note(100n, 1_000);
    positions.note(200n, 2_000);
    positions.noteSilence(9_000);
    expect([positions.provenAt(200n), positions.provenAt(199n)]).to.deep.equal([9_000, 1_000]);
  });

  it('forget what a lost primary had written when its successor is behind it', () => {
    const positions = createPositions();
    positions.note(100n, 1_000);
    positions.note(300n, 2_000);
    positions.note(200n, 3_000);
    expect([positions.newest, positions.provenAt(250n), positions.provenAt(150n)]).to.deep.equal([200n, 3_000, 1_000]);
  });

  it('never prove more than the replica has, however the log grows', () => {
    const step = fc.record({ written: fc.nat(50), elapsedMs: fc.integer({ min: 1, max: 5_000 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 800 }), fc.nat(20_000), (steps, replayed) => {
        const positions = createPositions();
        let lsn = 0n;
        let nowMs = 0;
        /** The instant at which the primary first wrote beyond the replica. */
        let exceededAtMs = Number.POSITIVE_INFINITY;
        for (const { written, elapsedMs } of steps) {
          nowMs += elapsedMs;
          lsn += BigInt(written);
          if (lsn > BigInt(replayed)) exceededAtMs = Math.min(exceededAtMs, nowMs);
          positions.note(lsn, nowMs);
        }
        const proven = positions.provenAt(BigInt(replayed));
        return proven === undefined || proven < exceededAtMs;
      }),
    );
  });
});
