import { exec, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort, freePorts } from '@prospecting/platform/ports';
import { expect } from 'chai';

const MAIN = fileURLToPath(new URL('main.js', import.meta.url));
const READY_TIMEOUT_MS = 60_000;
/** An address of this machine other than 127.0.0.1. On Linux all of 127.0.0.0/8 is local. */
const OTHER_ADDRESS =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.2';

/** A run of `npm start` after installation and build. */
interface Start {
  readonly child: ChildProcess;
  readonly env: Readonly<Record<string, string>>;
  /** Standard output so far. */
  output(): string;
  /** Standard error so far. */
  complaints(): string;
  /** Resolves to the exit code. */
  exited: Promise<number | null>;
}

describe('npm start', function () {
  this.timeout(120_000);
  let dataDir: string;
  const starts: Start[] = [];

  const start = async (env: Readonly<Record<string, string>> = {}): Promise<Start> => {
    const [port, adminPort] = await freePorts(2);
    const all = {
      PROSPECT_DATA_DIR: dataDir,
      PROSPECT_PORT: String(port),
      PROSPECT_ADMIN_PORT: String(adminPort),
      PROSPECT_CONSOLE_PORT: '0',
      PROSPECT_DEMO: '0',
      ...env,
    };
    const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], ...all } });
    let [output, complaints] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const exited = once(child, 'close').then(() => child.exitCode);
    const started = { child, env: all, output: () => output, complaints: () => complaints, exited };
    starts.push(started);
    return started;
  };

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'prospect-start-'));
    await chmod(dataDir, 0o711);
  });

  afterEach(async () => {
    for (const { child, exited } of starts.splice(0)) {
      child.kill('SIGTERM');
      await exited;
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  it('prints a request that finds a real organization of the sample data, at the first start and after a restart', async () => {
    const first = await start({ PROSPECT_DEMO: '1' });
    await becomesReady(first);
    expect(first.output()).to.include('Loaded the sample data');
    const key = await readFile(path.join(dataDir, 'demo-key'), 'utf8');
    expect(await answerOf(first)).to.deep.equal({ status: 'matched', matchedBy: 'orgNumber', creditsRemaining: 150 });
    first.child.kill('SIGINT');
    expect(await first.exited).to.equal(0);

    const second = await start({ PROSPECT_DEMO: '1' });
    await becomesReady(second);
    expect(second.output(), 'keeps the data of the first start').not.to.include('Loaded the sample data');
    expect(await answerOf(second)).to.deep.equal({ status: 'matched', matchedBy: 'orgNumber', creditsRemaining: 150 });
    expect(await readFile(path.join(dataDir, 'demo-key'), 'utf8')).to.equal(key);
    expect(await accountsOf(second), 'one demo account').to.have.length(1);
  });

  it('writes admin.json with mode 0600 while it runs and deletes it when it stops', async () => {
    const started = await start();
    await becomesReady(started);
    const file = path.join(dataDir, 'admin.json');
    const admin = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    expect(Object.keys(admin)).to.deep.equal(['url', 'token', 'databaseUrl', 'identityKey']);
    expect(admin['url']).to.equal(`http://127.0.0.1:${started.env['PROSPECT_ADMIN_PORT']}`);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    expect(await accountsOf(started), 'no demo account').to.deep.equal([]);
    started.child.kill('SIGTERM');
    expect(await started.exited).to.equal(0);
    expect(existsSync(file)).to.equal(false);
    const log = await readFile(path.join(dataDir, 'prospect.log'), 'utf8');
    expect(log).to.include('"msg":"serving"').and.not.include(admin['token']);
  });

  it('serves the public API on 127.0.0.1 only, by default', async () => {
    const started = await start();
    await becomesReady(started);
    await outputOf(started, 'Ctrl-C');
    expect(await statusAt(started, '127.0.0.1')).to.equal(200);
    expect(await statusAt(started, OTHER_ADDRESS)).to.equal('ECONNREFUSED');
    expect(started.output()).to.include('(this machine only; PROSPECT_HOST=0.0.0.0 opens it to the network)');
  });

  it('serves the public API on every address with PROSPECT_HOST=0.0.0.0, and the admin API on 127.0.0.1 only', async () => {
    const started = await start({ PROSPECT_HOST: '0.0.0.0' });
    await becomesReady(started);
    await outputOf(started, 'Ctrl-C');
    expect(await statusAt(started, '127.0.0.1')).to.equal(200);
    expect(await statusAt(started, OTHER_ADDRESS)).to.equal(200);
    expect(await statusAt(started, OTHER_ADDRESS, 'PROSPECT_ADMIN_PORT', '/readyz')).to.equal('ECONNREFUSED');
    const url = `http://127.0.0.1:${started.env['PROSPECT_PORT']}/external/v1`;
    expect(started.output()).to.include(`API        ${url} (PROSPECT_HOST=0.0.0.0)\n`);
  });

  it('prints and publishes the address that PROSPECT_HOST names', async () => {
    const started = await start({ PROSPECT_HOST: OTHER_ADDRESS });
    await becomesReady(started);
    await outputOf(started, 'Ctrl-C');
    expect(started.output()).to.include(
      `API        http://${OTHER_ADDRESS}:${started.env['PROSPECT_PORT']}/external/v1 (PROSPECT_HOST=${OTHER_ADDRESS})\n`,
    );
    expect(await statusAt(started, OTHER_ADDRESS)).to.equal(200);
    expect(await statusAt(started, '127.0.0.1')).to.equal('ECONNREFUSED');
  });

  it('runs twice on one machine with different ports and data directories', async () => {
    const [one, other] = await Promise.all([start(), start({ PROSPECT_DATA_DIR: path.join(dataDir, 'other') })]);
    await Promise.all([becomesReady(one), becomesReady(other)]);
    expect(await accountsOf(one, dataDir)).to.deep.equal([]);
    expect(await accountsOf(other, path.join(dataDir, 'other'))).to.deep.equal([]);
  });

  it('stops on SIGINT during its start, and starts again afterwards', async () => {
    const interrupted = await start();
    await fileAppears(path.join(dataDir, 'postgres'), interrupted);
    interrupted.child.kill('SIGINT');
    expect(await interrupted.exited).to.equal(0);
    expect(interrupted.complaints()).to.equal('');
    expect(existsSync(path.join(dataDir, 'lock')), 'the lock').to.equal(false);
    await becomesReady(await start());
  });

  it('stops cleanly when SIGINT arrives twice, from the terminal and from npm', async () => {
    const started = await start();
    await becomesReady(started);
    started.child.kill('SIGINT');
    started.child.kill('SIGINT');
    expect(await started.exited).to.equal(0);
    expect(existsSync(path.join(dataDir, 'admin.json'))).to.equal(false);
  });

  describe('exits with 1 and one line that names the problem:', () => {
    const refusal = async (env: Readonly<Record<string, string>>): Promise<string> => {
      const started = await start(env);
      expect(await started.exited).to.equal(1);
      return started.complaints();
    };

    it('reports a port that is in use', async () => {
      const taken = createServer().listen(0, '0.0.0.0');
      await once(taken, 'listening');
      const { port } = taken.address() as { port: number };
      for (const variable of ['PROSPECT_PORT', 'PROSPECT_ADMIN_PORT', 'PROSPECT_CONSOLE_PORT']) {
        const expected = `npm start: port ${port} is in use or not allowed; choose another one with ${variable}\n`;
        expect(await refusal({ [variable]: String(port) })).to.equal(expected);
      }
      taken.close();
    });

    it('reports a host that this machine does not have', async () => {
      expect(await refusal({ PROSPECT_HOST: '198.51.100.7' })).to.equal(
        'npm start: this machine cannot listen on 198.51.100.7; set PROSPECT_HOST to one of its addresses\n',
      );
    });

    it('reports the same port for both listeners', async () => {
      const port = String(await freePort());
      expect(await refusal({ PROSPECT_PORT: port, PROSPECT_ADMIN_PORT: port })).to.match(
        /^npm start: .* are both \d+; .*\n$/,
      );
    });

    it('reports every invalid variable, without its value', async () => {
      const complaint = await refusal({ PROSPECT_PORT: 'eighty', PROSPECT_DEMO: 'maybe', REDIS_URL: 'http://secret' });
      expect(complaint).to.include('PROSPECT_PORT').and.include('PROSPECT_DEMO').and.include('REDIS_URL');
      expect(complaint).not.to.include('secret');
    });

    it('reports a data directory that cannot be written', async () => {
      const file = path.join(dataDir, 'a file');
      await writeFile(file, '');
      const complaint = await refusal({ PROSPECT_DATA_DIR: path.join(file, 'data') });
      expect(complaint).to.match(/^npm start: the data directory .* cannot be written \(ENOTDIR\)\n$/);
    });

    it('reports a data directory that a running instance uses', async () => {
      const running = await start();
      await becomesReady(running);
      expect(await refusal({})).to.match(
        /^npm start: the data directory .* is in use by a running instance \(process \d+\)\n$/,
      );
      expect(await accountsOf(running), 'the running instance still answers').to.deep.equal([]);
    });
  });

  async function accountsOf({ env }: Start, directory = dataDir): Promise<unknown> {
    const { token } = JSON.parse(await readFile(path.join(directory, 'admin.json'), 'utf8')) as { token: string };
    const url = `http://127.0.0.1:${env['PROSPECT_ADMIN_PORT']}/admin/v1/accounts`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    return response.json();
  }
});

async function becomesReady(start: Start): Promise<void> {
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  while (start.child.exitCode === null && Date.now() < deadlineAt) {
    const url = `http://127.0.0.1:${start.env['PROSPECT_ADMIN_PORT']}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (response?.ok === true) return;
  }
  throw new Error(`not ready: ${start.complaints()}`);
}

/** The status of a GET, or the code of the error that keeps it from being answered. */
async function statusAt(
  { env }: Start,
  host: string,
  port = 'PROSPECT_PORT',
  location = '/external/v1/openapi.json',
): Promise<number | string> {
  try {
    const response = await fetch(`http://${host}:${env[port]}${location}`, { signal: AbortSignal.timeout(5_000) });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    return cause?.code ?? String(error);
  }
}

/**
 * Waits until standard output contains the text: the banner comes a moment after `/readyz` answers
 * 200.
 */
async function outputOf(start: Start, text: string): Promise<void> {
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  while (!start.output().includes(text)) {
    if (Date.now() > deadlineAt) throw new Error(`"${text}" was not printed: ${start.output()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function fileAppears(file: string, start: Start): Promise<void> {
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  while (start.child.exitCode === null && Date.now() < deadlineAt) {
    if (await stat(file).catch(() => undefined)) return;
  }
  throw new Error(`${file} did not appear: ${start.complaints()}`);
}

/** Sends the request that the banner prints. */
async function answerOf(start: Start): Promise<object> {
  const deadlineAt = Date.now() + READY_TIMEOUT_MS;
  let line: string | undefined;
  while (line === undefined && Date.now() < deadlineAt) {
    line = /^\s*(curl .*)$/m.exec(start.output())?.[1];
    await new Promise((resolve) => setImmediate(resolve));
  }
  const [, url = '', ...options] = await readByShell(line ?? '');
  const valuesOf = (option: string): string[] => options.filter((_, index) => options[index - 1] === option);
  const headers = valuesOf('-H').map((header) => header.split(': ', 2) as [string, string]);
  const response = await fetch(url, { method: 'POST', headers, body: valuesOf('-d').join('') });
  const { results, creditsRemaining } = (await response.json()) as {
    results: { status: string; matchedBy: string }[];
    creditsRemaining: number;
  };
  return { status: results[0]?.status, matchedBy: results[0]?.matchedBy, creditsRemaining };
}

/**
 * Returns the arguments that curl would get. A shell parses the line, in a folder other than the
 * service's.
 */
async function readByShell(line: string): Promise<string[]> {
  const { stdout } = await promisify(exec)(`curl() { printf '%s\\0' "$@"; }\n${line}`, { cwd: '/' });
  return stdout.split('\0').slice(0, -1);
}
