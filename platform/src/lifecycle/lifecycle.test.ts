import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import { eventually } from '#testing/index.js';

const LIFECYCLE = new URL('index.js', import.meta.url).href;
const CONFIG = new URL('../config/index.js', import.meta.url).href;
const TELEMETRY = new URL('../telemetry/index.js', import.meta.url).href;

interface Line {
  readonly msg: string;
  readonly reason?: string;
  readonly limitMs?: number;
  readonly err?: { readonly message: string };
}

interface Run {
  readonly child: ChildProcess;
  readonly exited: Promise<number | null>;
  errors(): string;
  /** Log lines, parsed. */
  lines(): Line[];
}

describe('a process that runs until it is stopped', function () {
  this.timeout(20_000);
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  /** Runs a process whose service is started by `start`, the body of an async function. */
  function run(start: string): Run {
    const script = `
      import { runUntilStopped } from '${LIFECYCLE}';
      import { ConfigError } from '${CONFIG}';
      import { createLogger } from '${TELEMETRY}';
      const logger = createLogger({ service: 'test', destination: process.stdout });
      const alive = setInterval(() => {}, 1_000);
      await runUntilStopped({ name: 'test-service' }, async () => { ${start} });
      logger.info('started');
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
    children.push(child);
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    return {
      child,
      exited: once(child, 'close').then(([code]) => code as number | null),
      errors: () => errors,
      lines: () =>
        output
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as Line),
    };
  }

  async function started(start: string): Promise<Run> {
    const running = run(start);
    await logged(running, 'started');
    return running;
  }

  const logged = (running: Run, msg: string): Promise<Line[]> =>
    eventually(
      () => running.lines(),
      (lines) => lines.some((line) => line.msg === msg),
    );

  const STOPS = "stop: async (limitMs) => { logger.info({ limitMs }, 'stop called'); }";
  const NEVER_STOPS = "stop: () => { logger.info('stop called'); return new Promise(() => {}); }";

  /** Listens from the moment it is evaluated: SIGUSR2 ends a process that does not listen for it. */
  const RELEASED = "new Promise((resolve) => process.once('SIGUSR2', resolve))";

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`stops within its limit and exits 0 on ${signal}`, async () => {
      const running = await started(`return { logger, shutdownLimitMs: 1_500, ${STOPS} };`);
      running.child.kill(signal);
      expect(await running.exited).to.equal(0);
      const [, stopping, called] = running.lines();
      expect(stopping).to.include({ msg: 'stopping', reason: signal });
      expect(called).to.include({ msg: 'stop called', limitMs: 1_500 });
    });

  it('stops when the start has ended, and exits 0, on a signal during the start', async () => {
    const running = run(`const released = ${RELEASED}; logger.info('starting'); await released;
      return { logger, ${STOPS} };`);
    await logged(running, 'starting');
    running.child.kill('SIGTERM');
    running.child.kill('SIGUSR2');
    expect(await running.exited).to.equal(0);
    expect(running.lines().map(({ msg }) => msg)).to.include.members(['stopping', 'stop called']);
    expect(running.lines().find(({ msg }) => msg === 'stopping')).to.include({ reason: 'SIGTERM' });
  });

  it('has 20 s to stop by default', async () => {
    const running = await started(`return { logger, ${STOPS} };`);
    running.child.kill('SIGTERM');
    expect(await running.exited).to.equal(0);
    expect(running.lines().at(-1)).to.include({ limitMs: 20_000 });
  });

  it('goes on stopping, once, when a second signal arrives', async () => {
    const slow = `stop: async () => { const released = ${RELEASED}; logger.info('stop called');
      await released; logger.info('stop ended'); }`;
    const running = await started(`return { logger, ${slow} };`);
    running.child.kill('SIGTERM');
    await logged(running, 'stop called');
    running.child.kill('SIGTERM');
    running.child.kill('SIGINT');
    running.child.kill('SIGUSR2');
    expect(await running.exited).to.equal(0);
    expect(running.lines().map(({ msg }) => msg)).to.deep.equal(['started', 'stopping', 'stop called', 'stop ended']);
  });

  it('exits 1 when the stop does not end a second after its limit', async () => {
    const running = await started(`return { logger, shutdownLimitMs: 100, ${NEVER_STOPS} };`);
    const startedAt = performance.now();
    running.child.kill('SIGTERM');
    expect(await running.exited).to.equal(1);
    expect(performance.now() - startedAt).to.be.within(1_000, 6_000);
  });

  it('exits 1 and says so when the stop fails', async () => {
    const running = await started("return { logger, stop: async () => { throw new Error('pool is stuck'); } };");
    running.child.kill('SIGTERM');
    expect(await running.exited).to.equal(1);
    const last = running.lines().at(-1);
    expect([last?.msg, last?.err?.message]).to.deep.equal(['shutdown failed', 'pool is stuck']);
  });

  for (const [reason, failure] of Object.entries({
    uncaughtException: "setImmediate(() => { throw new Error('a bug'); })",
    unhandledRejection: "setImmediate(() => { void Promise.reject(new Error('a bug')); })",
  }))
    it(`logs an ${reason}, stops in order and exits 1`, async () => {
      const running = run(`${failure}; return { logger, ${STOPS} };`);
      expect(await running.exited).to.equal(1);
      const lines = running.lines();
      const stopping = lines.find(({ msg }) => msg === 'stopping');
      expect([stopping?.reason, stopping?.err?.message]).to.deep.equal([reason, 'a bug']);
      expect(lines.at(-1)).to.include({ msg: 'stop called' });
    });

  it('exits 1 with a line for each bad variable, and without a stack', async () => {
    const running = run("throw new ConfigError(['DATABASE_URL is not set', 'PORT: must be a port, 0 to 65535']);");
    expect(await running.exited).to.equal(1);
    expect(running.errors()).to.equal(
      'test-service: bad configuration:\n  DATABASE_URL is not set\n  PORT: must be a port, 0 to 65535\n',
    );
  });

  it('exits 1 with the error and its stack when the start fails otherwise', async () => {
    const running = run("throw new Error('port 80 is taken');");
    expect(await running.exited).to.equal(1);
    expect(running.errors()).to.match(/^test-service: Error: port 80 is taken\n {4}at /);
  });
});
