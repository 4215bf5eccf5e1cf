import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createProgressBar, formatProgress } from './progress-bar.js';

const MIB = 1024 * 1024;

describe('the progress bar', () => {
  const half = { phase: 'read', bytesRead: 5 * MIB, bytesTotal: 10 * MIB, read: 120_000, rejected: 3 } as const;

  it('shows the share of the file and the counts', () => {
    expect(formatProgress(half)).to.equal(`[${'#'.repeat(15)}${' '.repeat(15)}]  50 %  read 120,000, 3 rejected`);
  });

  it('shows counts and bytes when the size of the file is unknown', () => {
    const { bytesTotal: _, ...unknown } = half;
    expect(formatProgress(unknown)).to.equal('read 120,000, 3 rejected, 5 MiB');
  });

  it('stops at 100 %, and shows that the merge is running after the last record', () => {
    expect(formatProgress({ ...half, bytesRead: 11 * MIB })).to.include('100 %');
    expect(formatProgress({ ...half, phase: 'merge' })).to.match(/100 % .*writing/);
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
