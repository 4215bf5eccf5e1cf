import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createProgressBar, formatProgress } from './progress-bar.js';

const MIB = 1024 * 1024;

describe('the progress bar', () => {
  const half = { phase: 'read', bytesRead: 5 * MIB, bytesTotal: 10 * MIB, read: 120_000, rejected: 3 } as const;

  it('shows the share of the file, the counts, the rate and the time left', () => {
    expect(formatProgress(half, 40)).to.equal(
      `[${'#'.repeat(15)}${' '.repeat(15)}]  50 %  read 120,000, 3 rejected, 3,000/s, 0:40 left`,
    );
    expect(formatProgress(half, 4_000)).to.include('1:06:40 left');
    expect(formatProgress(half, 0)).to.equal(`[${'#'.repeat(15)}${' '.repeat(15)}]  50 %  read 120,000, 3 rejected`);
  });

  it('shows counts, rate and bytes when the size of the file is unknown', () => {
    const { bytesTotal: _, ...unknown } = half;
    expect(formatProgress(unknown, 40)).to.equal('read 120,000, 3 rejected, 3,000/s, 5 MiB');
  });

  it('stops at 100 %, and shows the steps of the merge after the last record', () => {
    expect(formatProgress({ ...half, bytesRead: 11 * MIB }, 40)).to.include('100 %');
    expect(formatProgress({ ...half, phase: 'merge', step: 3, steps: 4 }, 90)).to.equal(
      `[${'#'.repeat(15)}${' '.repeat(15)}]  50 %  read 120,000, 3 rejected; writing to the directory, step 3 of 4, 1:30 so far`,
    );
    expect(formatProgress({ ...half, phase: 'merge' }, 90)).to.match(/ 0 % .*writing/);
  });

  it('redraws one line that fits the terminal, and clears it at the end', () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 40 });
    const bar = createProgressBar(stderr);
    bar.update(half);
    bar.update(half);
    bar.end();
    const drawn = String(stderr.read()).split('\r\u001b[2K');
    expect(drawn).to.have.length(4);
    expect(drawn[1]).to.have.length(39);
    expect(drawn.at(-1)).to.equal('');
    expect(drawn.join('')).not.to.include('\n');
  });

  it('writes nothing when standard error is not a terminal', () => {
    const stderr = new PassThrough();
    createProgressBar(stderr).update(half);
    expect(stderr.read()).to.equal(null);
  });
});
