import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { exclusively } from './lock.js';

describe('the lock of enrich-csv', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'example-lock-'));
    file = path.join(folder, 'lock');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('takes over what a killed run with the same process number left, as in a container, and leaves nothing', async () => {
    await writeFile(file, String(process.pid));
    let hasRun = false;
    await exclusively(file, async () => {
      hasRun = (await readdir(folder)).includes('lock');
    });
    expect(hasRun).to.equal(true);
    expect(await readdir(folder)).to.deep.equal([]);
  });

  it('refuses while another process holds it, and names it', async () => {
    await writeFile(file, String(process.ppid));
    const failure = await exclusively(file, () => Promise.resolve()).catch((error: unknown) => error);
    expect(String(failure)).to.include(`Process ${process.ppid} is at work`);
    expect(await readdir(folder)).to.deep.equal(['lock']);
  });
});
