import { expect } from 'chai';
import { createLogger, Registry } from '../telemetry/index.js';
import { eventuallyEquals } from '#testing/eventually.js';
import { createRetention, type RetentionJob } from './index.js';

describe('retention', () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  const job = (what: string, batches: (number | Error)[], overdueMs = 0): RetentionJob => ({
    what,
    runBatch() {
      const next = batches.shift() ?? 0;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
    overdueMs: () => Promise.resolve(overdueMs),
  });

  async function metricsAfter(...jobs: RetentionJob[]): Promise<string> {
    const registry = new Registry();
    await createRetention({ jobs, logger, registry, intervalMs: 1_000 }).runOnce();
    return registry.metrics();
  }

  it('runs batches until nothing is left, and counts them', async () => {
    const metrics = await metricsAfter(job('reveals', [3, 2, 0]));
    expect(metrics).to.include('prospect_retention_deleted_total{what="reveals"} 5');
    expect(metrics).to.include('prospect_retention_overdue_seconds{what="reveals"} 0');
  });

  it('shows how far a failing job is behind, and runs the others', async () => {
    const metrics = await metricsAfter(job('reveals', [1, new Error('no')], 90_000), job('operations', [4, 0]));
    expect(metrics).to.include('prospect_retention_overdue_seconds{what="reveals"} 90');
    expect(metrics).to.include('prospect_retention_failures_total{what="reveals"} 1');
    expect(metrics).to.include('prospect_retention_deleted_total{what="operations"} 4');
  });

  const shown = async (registry: Registry, name: string): Promise<number | undefined> =>
    (await registry.getSingleMetric(`prospect_retention_${name}`)?.get())?.values[0]?.value;
  const succeededAt = (registry: Registry) => shown(registry, 'last_success_timestamp_seconds');

  it('shows when nothing was left, which no run that failed changes', async () => {
    const registry = new Registry();
    const jobs = [job('reveals', [2, new Error('no'), 3, 0])];
    const retention = createRetention({ jobs, logger, registry, intervalMs: 1_000 });
    const started = await succeededAt(registry);
    expect(started).to.be.closeTo(Date.now() / 1_000, 60);
    await retention.runOnce();
    expect(await succeededAt(registry)).to.equal(started);
    await retention.runOnce();
    expect(await succeededAt(registry)).to.be.greaterThan(started ?? Infinity);
  });

  it('is no success when it is stopped before nothing is left', async () => {
    const registry = new Registry();
    let batches = 0;
    const endless: RetentionJob = {
      ...job('reveals', []),
      runBatch() {
        batches += 1;
        if (batches === 3) void retention.stop(1_000);
        return Promise.resolve(1);
      },
    };
    const retention = createRetention({ jobs: [endless], logger, registry, intervalMs: 1_000, atStart: true });
    const started = await succeededAt(registry);
    retention.start();
    await eventuallyEquals(() => shown(registry, 'deleted_total'), 3);
    await retention.stop(1_000);
    expect(await succeededAt(registry)).to.equal(started);
    expect(batches).to.equal(3);
  });

  it('shows every kind of row from the start, so that rates and alerts need no first event', async () => {
    const registry = new Registry();
    createRetention({ jobs: [job('reveals', [])], logger, registry, intervalMs: 1_000 });
    expect(await shown(registry, 'deleted_total')).to.equal(0);
    expect(await shown(registry, 'failures_total')).to.equal(0);
    expect(await shown(registry, 'overdue_seconds')).to.equal(0);
  });

  it('shares its metrics between services of one process', async () => {
    const registry = new Registry();
    const services = [job('reveals', [3, 0]), job('stored_responses', [2, 0])].map((each) =>
      createRetention({ jobs: [each], logger, registry, intervalMs: 1_000 }),
    );
    for (const service of services) await service.runOnce();
    const metrics = await registry.metrics();
    expect(metrics).to.include('prospect_retention_deleted_total{what="reveals"} 3');
    expect(metrics).to.include('prospect_retention_deleted_total{what="stored_responses"} 2');
  });

  it('stops after the batch under way', async () => {
    const registry = new Registry();
    const retention = createRetention({ jobs: [job('reveals', [])], logger, registry, intervalMs: 60_000 });
    retention.start();
    await retention.stop(1_000);
  });
});
