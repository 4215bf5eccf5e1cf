import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import { createProgressBar, describe as describeProgress } from './progress-bar.js';

const MIB = 1024 * 1024;

describe('progress bar', () => {
  const half = { phase: 'read', bytesRead: 5 * MIB, bytesTotal: 10 * MIB, read: 120_000, rejected: 3 } as const;

  it('shows the share of the file and the counts', () => {
    expect(describeProgress(half)).to.equal(`[${'#'.repeat(15)}${' '.repeat(15)}]  50 %  read 120,000, 3 rejected`);
  });

  it('shows counts and bytes where the size is not known', () => {
    const { bytesTotal: _, ...unknown } = half;
    expect(describeProgress(unknown)).to.equal('read 120,000, 3 rejected, 5 MiB');
  });

  it('never goes beyond 100 %, and says what goes on when all is read', () => {
    expect(describeProgress({ ...half, bytesRead: 11 * MIB })).to.include('100 %');
    expect(describeProgress({ ...half, phase: 'merge' })).to.match(/100 % .*writing/);
  });

  it('redraws one line of the terminal, no wider than it, and clears it at the end', () => {
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

  it('is silent where there is no terminal', () => {
    const stderr = new PassThrough();
    createProgressBar(stderr).update(half);
    expect(stderr.read()).to.equal(null);
  });
});
