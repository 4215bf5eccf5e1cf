import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { run } from './python.js';

const PARENT = `
  require('node:child_process').spawn(process.execPath, ['--eval', process.env.CHILD], { stdio: 'inherit' });
  setInterval(() => {}, 1000);
`;
const CHILD = `
  console.log('writes');
  setTimeout(() => require('node:fs').writeFileSync(process.env.WRITTEN, ''), 6000);
`;

describe('A program of the Python tests that takes too long', function () {
  this.timeout(30_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'python-run-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is stopped with its children, so that nothing writes afterwards', async function () {
    if (process.platform === 'win32') return this.skip();
    const written = path.join(folder, 'written');
    const environment = { ...process.env, CHILD, WRITTEN: written };
    const { code, output } = await run(process.execPath, ['--eval', PARENT], environment, 3_000);
    expect(code).not.to.equal(0);
    expect(output).to.match(/writes\n.* did not end within 3 s$/s);
    await sleep(5_000);
    expect(existsSync(written)).to.equal(false);
  });

  it('is said to be missing when it does not exist', async () => {
    const { code, output } = await run('no-such-program', []);
    expect([code, output]).to.deep.equal([1, 'spawn no-such-program ENOENT']);
  });
});
