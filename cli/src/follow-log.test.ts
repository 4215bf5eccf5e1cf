import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { eventually } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { KEY } from './help.js';

const COMMAND = fileURLToPath(new URL('../bin/prospect.js', import.meta.url));
/** A process of Node.js starts slowly on a busy machine. */
const PATIENTLY = { timeoutMs: 30_000 };
const entry = (path: string): object => ({
  at: '2026-03-01T12:00:00.000Z',
  method: 'POST',
  path,
  status: 200,
  durationMs: 12,
  items: 3,
  credits: 1.2,
});

/** An admin API whose log is a list; a cursor is a number of entries. The real one has its own tests. */
describe('key log --follow', function () {
  this.timeout(60_000);
  let server: Server;
  let port: number;
  let child: ChildProcess | undefined;
  let stdout: string;
  let stderr: string;
  const log: object[] = [];

  async function listen(): Promise<void> {
    server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
      const after = Number(searchParams.get('after') ?? Math.max(0, log.length - Number(searchParams.get('limit'))));
      const page = log.slice(after, after + 2);
      const relation = after + page.length < log.length ? 'next' : 'monitor';
      response.setHeader('link', `<${pathname}?after=${after + page.length}>; rel="${relation}"`);
      response.end(JSON.stringify(page));
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  function stopServer(): Promise<unknown> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  }

  function follow(...argv: string[]): void {
    const env = { PROSPECT_ADMIN_URL: `http://127.0.0.1:${port}`, PROSPECT_ADMIN_TOKEN: 'token' };
    child = spawn(process.execPath, [COMMAND, 'key', 'log', KEY, '--follow', ...argv], { env });
    stdout = stderr = '';
    child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  }

  async function interrupt(): Promise<number | null> {
    child?.kill('SIGINT');
    const [code] = (await once(child as ChildProcess, 'exit')) as [number | null];
    return code;
  }

  const lines = (): string[] => stdout.split(/\r?\n/).filter((line) => line !== '');
  const untilLines = (count: number): Promise<number> =>
    eventually(
      () => lines().length,
      (length) => length >= count,
      PATIENTLY,
    );

  beforeEach(async () => {
    port = 0;
    log.splice(0, log.length, entry('/1'), entry('/2'), entry('/3'));
    await listen();
  });
  afterEach(async () => {
    if (child?.exitCode === null) child.kill('SIGKILL');
    await stopServer();
  });

  it('prints one JSON value a line, new ones too, and ends with 0 on Ctrl-C', async () => {
    follow('--json');
    await untilLines(3);
    log.push(entry('/4'), entry('/5'), entry('/6'));
    await untilLines(6);
    expect(await interrupt(), stderr).to.equal(0);
    expect(lines().map((line) => (JSON.parse(line) as { path: string }).path)).to.deep.equal([
      '/1',
      '/2',
      '/3',
      '/4',
      '/5',
      '/6',
    ]);
    expect(stderr).to.equal('');
  });

  it('begins with the newest, as many as --limit says', async () => {
    follow('--limit', '1', '--csv');
    await untilLines(2);
    expect(lines()).to.deep.equal([
      'at,method,path,status,durationMs,items,credits',
      '2026-03-01T12:00:00.000Z,POST,/3,200,12,3,1.2',
    ]);
    expect(await interrupt()).to.equal(0);
  });

  it('waits for a service that restarts, says so, and misses nothing', async () => {
    follow('--json');
    await untilLines(3);
    await stopServer();
    await eventually(
      () => stderr,
      (text) => text.includes('trying again'),
      PATIENTLY,
    );
    log.push(entry('/4'));
    await listen();
    await untilLines(4);
    expect(lines().filter((line) => line.includes('"/4"'))).to.have.length(1);
    expect(stderr).to.match(/trying again for 2 minutes\nprospect: the service responds again; nothing was missed\n$/);
    expect(await interrupt()).to.equal(0);
  });

  it('ends with 0 on Ctrl-C while it waits for the service', async () => {
    follow();
    await untilLines(4);
    await stopServer();
    await eventually(
      () => stderr,
      (text) => text.includes('trying again'),
      PATIENTLY,
    );
    expect(await interrupt()).to.equal(0);
    await listen();
  });

  it('ends when its reader closes standard output', async () => {
    follow('--json');
    await untilLines(3);
    child?.stdout?.destroy();
    const ended = once(child as ChildProcess, 'exit') as Promise<[number | null]>;
    log.push(entry('/4'));
    await eventually(
      () => child?.exitCode,
      (code) => code !== null,
      PATIENTLY,
    );
    expect((await ended)[0]).to.equal(141);
  });
});
