import { createLogger, Registry } from '@prospecting/platform/telemetry';
import { eventuallyEquals, ManualClock } from '@prospecting/platform/testing';
import { expect } from 'chai';
import { createSweepMetrics } from './sweep-metrics.js';
import { startSweeper, type Sweeper } from './sweeper.js';

const NOON = '2026-03-01T12:00:00Z';

describe('sweeper', () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  let registry: Registry;
  let sweeper: Sweeper | undefined;

  beforeEach(() => {
    registry = new Registry();
  });
  afterEach(() => sweeper?.stop());

  function start(...batches: (number | Error)[]): void {
    const sweep = (): Promise<number> => {
      const batch = batches.shift() ?? 0;
      return batch instanceof Error ? Promise.reject(batch) : Promise.resolve(batch);
    };
    const metrics = createSweepMetrics(registry, new ManualClock(NOON));
    sweeper = startSweeper({ sweep }, 'stored_responses', { logger, metrics });
  }

  async function shown(name: string, what = 'stored_responses'): Promise<number | undefined> {
    const metric = await registry.getSingleMetric(name)?.get();
    return metric?.values.find(({ labels }) => labels['what'] === what)?.value;
  }
  const deleted = (what?: string): Promise<number | undefined> => shown('prospect_sweep_deleted_total', what);
  const completedAt = (what?: string): Promise<number | undefined> =>
    shown('prospect_sweep_last_success_timestamp_seconds', what);

  it('counts every batch, and shows when nothing was left', async () => {
    start(500, 500, 20);
    await eventuallyEquals(completedAt, Date.parse(NOON) / 1_000);
    expect(await deleted()).to.equal(1_020);
  });

  it('is no success when a batch fails, but what was deleted before counts', async () => {
    start(500, new Error('the database is down'));
    await eventuallyEquals(deleted, 500);
    await sweeper?.stop();
    expect(await completedAt()).to.equal(0);
  });

  it('is no success when it is stopped before nothing is left', async () => {
    start(...Array.from({ length: 10_000 }, () => 1));
    await eventuallyEquals(async () => Number(await deleted()) > 0, true);
    await sweeper?.stop();
    expect(await completedAt()).to.equal(0);
  });

  it('shows every kind of row from the start, so that rates and alerts need no first event', async () => {
    start();
    for (const what of ['stored_responses', 'missed_numbers', 'request_log_partitions'])
      expect(await deleted(what), what).to.equal(0);
    expect(await completedAt('request_log_partitions')).to.equal(0);
  });
});
