import { Writable } from 'node:stream';
import { expect } from 'chai';
import { createLogger, createReadiness, Registry, STOPPING, type ReadinessChecks, type Trouble } from './index.js';

interface Line {
  readonly level: string;
  readonly check: string;
  readonly reason?: string;
  readonly changesNotLogged?: number;
}

describe('readiness', () => {
  let lines: Line[];
  let nowMs: number;
  let registry: Registry;

  beforeEach(() => {
    lines = [];
    nowMs = 0;
    registry = new Registry();
  });

  function readinessOf(checks: ReadinessChecks): ReturnType<typeof createReadiness> {
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()) as Line);
        done();
      },
    });
    const logger = createLogger({ service: 'test', destination });
    return createReadiness({ checks, logger, registry, monotonicMs: () => nowMs });
  }

  const shown = (): (string | undefined)[][] =>
    lines.map(({ level, check, reason }) => (reason === undefined ? [level, check] : [level, check, reason]));

  it('names each failing check and its reason, and nothing of those that pass', async () => {
    const { report } = readinessOf({
      database: () => Promise.resolve({ reason: 'no answer' }),
      clock: () => Promise.reject(new Error('it broke')),
      other: () => Promise.resolve(undefined),
    });
    expect(await report()).to.deep.equal({
      status: 'not_ready',
      failing: ['database', 'clock'],
      reasons: { database: 'no answer', clock: 'it broke' },
    });
  });

  it('stays ready with trouble that is tolerated, and names it', async () => {
    const { report } = readinessOf({ database: () => Promise.resolve({ reason: 'no answer', isTolerated: true }) });
    expect(await report()).to.deep.equal({
      status: 'ready',
      failing: [],
      degraded: ['database'],
      reasons: { database: 'no answer' },
    });
  });

  it('logs each change once: warn with the reason when a check fails, info when it is mended', async () => {
    let found: Trouble | undefined;
    const { report } = readinessOf({ database: () => Promise.resolve(found) });
    for (const reason of [undefined, 'refused', 'refused', 'wrong password', undefined, undefined]) {
      found = reason === undefined ? undefined : { reason };
      await report();
    }
    expect(shown()).to.deep.equal([
      ['warn', 'database', 'refused'],
      ['warn', 'database', 'wrong password'],
      ['info', 'database'],
    ]);
  });

  it('logs a flapping check a few times a minute, and its last state when the minute is over', async () => {
    let found: Trouble | undefined;
    const { report } = readinessOf({ database: () => Promise.resolve(found) });
    for (let change = 1; change <= 41; change += 1) {
      found = change % 2 === 1 ? { reason: 'refused' } : undefined;
      await report();
    }
    expect(lines).to.have.length(6);
    expect(shown().at(-1)).to.deep.equal(['info', 'database']);
    nowMs = 60_000;
    await report();
    expect(shown().at(-1)).to.deep.equal(['warn', 'database', 'refused']);
    expect(lines.at(-1)).to.have.property('changesNotLogged', 34);
  });

  it('does not log that the process stops, which has a line of its own', async () => {
    const { report } = readinessOf({ serving: () => Promise.resolve({ reason: STOPPING }) });
    expect(await report()).to.have.property('status', 'not_ready');
    expect(lines).to.deep.equal([]);
  });

  it('removes secrets from reasons, in the answer and in the log', async () => {
    const reason = 'cannot open postgres://user:hemligt@db.internal:5432/x?password=hemligt,\n with password=hemligt';
    const { report } = readinessOf({ database: () => Promise.resolve({ reason }) });
    const answer = await report();
    expect(answer.reasons?.['database']).to.equal('cannot open postgres://db.internal:5432 with password=[redacted]');
    expect(JSON.stringify(lines)).to.not.include('hemligt');
  });

  it('reports a check that does not end', async () => {
    const { report } = readinessOf({ database: () => new Promise(() => {}) });
    expect(await report()).to.deep.include({ reasons: { database: 'no result within 2.5 s' } });
  });

  it('shows every check as a metric', async () => {
    readinessOf({
      database: () => Promise.resolve({ reason: 'refused' }),
      clock: () => Promise.resolve(undefined),
    });
    expect(await registry.metrics())
      .to.include('prospect_ready{check="database"} 0')
      .and.include('prospect_ready{check="clock"} 1');
  });

  it('shows trouble that is tolerated as degraded, not as a process that does not serve', async () => {
    let runs = 0;
    let trouble: Trouble | undefined = { reason: 'no answer', isTolerated: true };
    readinessOf({
      redis: () => {
        runs += 1;
        return Promise.resolve(trouble);
      },
      database: () => Promise.resolve({ reason: 'refused' }),
    });
    expect(await registry.metrics())
      .to.include('prospect_ready{check="redis"} 1')
      .and.include('prospect_degraded{check="redis"} 1')
      .and.include('prospect_ready{check="database"} 0')
      .and.include('prospect_degraded{check="database"} 0');
    expect(runs).to.equal(1);
    trouble = undefined;
    expect(await registry.metrics())
      .to.include('prospect_ready{check="redis"} 1')
      .and.include('prospect_degraded{check="redis"} 0');
  });

  it('runs the checks without a probe after start, until it stops', async () => {
    const checked = new Promise<void>((resolve) => {
      const readiness = readinessOf({
        database: () => {
          resolve();
          readiness.stop();
          return Promise.resolve({ reason: 'refused' });
        },
      });
      readiness.start();
    });
    await checked;
    await new Promise(setImmediate);
    expect(lines).to.deep.equal([]);
  });
});
