import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { SOLE_TRADER_KEY } from '#testing/directory-seed.js';
import { createTestDirectory, CURSOR_KEYS, type TestDirectory } from '#testing/test-directory.js';

const MAIN = fileURLToPath(new URL('main.js', import.meta.url));

interface LogLine {
  readonly msg: string;
  readonly adminPort?: number;
  readonly reason?: string;
}

describe('the search-service process', () => {
  let directory: TestDirectory;
  let child: ChildProcess | undefined;

  before(async () => {
    directory = await createTestDirectory();
  });

  after(async () => {
    child?.kill('SIGKILL');
    await directory.drop();
  });

  function start(env: Readonly<Record<string, string>>): ChildProcess {
    child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    return child;
  }

  it('serves until SIGTERM, then stops in order and exits 0', async () => {
    const running = start({
      GRPC_LISTEN: '127.0.0.1:0',
      ADMIN_PORT: '0',
      DATABASE_URL: directory.searchUrl,
      CURSOR_KEYS: CURSOR_KEYS.join(','),
      SOLE_TRADER_KEY,
    });
    const exited = once(running, 'exit');
    const messages: string[] = [];
    for await (const line of createInterface({ input: running.stdout ?? expect.fail() })) {
      const { msg, adminPort } = JSON.parse(line) as LogLine;
      messages.push(msg);
      if (msg !== 'serving') continue;
      const ready = await fetch(`http://127.0.0.1:${adminPort}/readyz`);
      expect(ready.status).to.equal(200);
      running.kill('SIGTERM');
    }
    expect(await exited).to.deep.equal([0, null]);
    expect(messages).to.deep.equal(['serving', 'stopping']);
  });

  it('names the missing and invalid variables and exits 1', async () => {
    const running = start({ GRPC_LISTEN: '127.0.0.1:0', SOLE_TRADER_KEY: 'too short' });
    const exited = once(running, 'exit');
    let complaint = '';
    for await (const chunk of running.stderr ?? expect.fail()) complaint += String(chunk);
    expect(await exited).to.deep.equal([1, null]);
    for (const name of ['ADMIN_PORT', 'DATABASE_URL', 'CURSOR_KEYS', 'SOLE_TRADER_KEY'])
      expect(complaint).to.include(name);
    expect(complaint).not.to.include('GRPC_LISTEN');
    expect(complaint).not.to.include('too short');
  });
});
