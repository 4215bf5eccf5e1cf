import { expect } from 'chai';
import { createLogger, Registry } from '../telemetry/index.js';
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

  it('stops after the batch under way', async () => {
    const registry = new Registry();
    const retention = createRetention({ jobs: [job('reveals', [])], logger, registry, intervalMs: 60_000 });
    retention.start();
    await retention.stop(1_000);
  });
});
