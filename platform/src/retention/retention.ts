import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, type Logger, type Registry } from '../telemetry/index.js';
import { spread, withTimeout } from '../timing/index.js';

/** Deletes, or makes anonymous, what is past its time. */
export interface RetentionJob {
  /** Names the rows in metrics and log lines. */
  readonly what: string;
  /** Handles one batch and returns how many rows it had; 0 when nothing is left. */
  runBatch(): Promise<number>;
  /** Returns for how long the oldest row has been past its time; 0 when none is. */
  overdueMs(): Promise<number>;
}

export interface RetentionOptions {
  readonly jobs: readonly RetentionJob[];
  readonly logger: Logger;
  readonly registry: Registry;
  /** Average time between two runs, in milliseconds. */
  readonly intervalMs: number;
  /** Also runs when it starts. Default: false. */
  readonly atStart?: boolean;
}

/** Jobs that repeat in the background. */
export interface Retention {
  /** Runs every job until nothing is left of it. Resolves when all have ended, also by a failure. */
  runOnce(): Promise<void>;
  start(): void;
  /** Ends it after the batch under way, within `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** Between two batches, so that a long run leaves the database to requests. */
const PAUSE_MS = 20;

/**
 * Creates the jobs of one service. Every replica runs them: batches skip rows that another replica
 * has locked. A job that fails is tried again in the next run, and does not stop the others.
 */
export function createRetention({ jobs, logger, registry, intervalMs, atStart = false }: RetentionOptions): Retention {
  const { deleted, overdue, failures, succeededAt } = registerMetrics(registry, jobs);
  const stopping = new AbortController();
  let loop: Promise<void> = Promise.resolve();

  async function runJob(job: RetentionJob): Promise<void> {
    const { what } = job;
    try {
      for (let batch = -1; batch !== 0;) {
        if (stopping.signal.aborted) return;
        batch = await job.runBatch();
        deleted.inc({ what }, batch);
        if (batch > 0) await sleep(PAUSE_MS, undefined, { ref: false });
      }
      succeededAt.setToCurrentTime({ what });
    } catch (error) {
      failures.inc({ what });
      logger.warn({ err: error, what }, 'rows past their time were not deleted; the next run tries again');
    }
    await job.overdueMs().then(
      (ms) => overdue.set({ what }, Math.max(0, ms) / 1_000),
      (error: unknown) => logger.warn({ err: error, what }, 'the oldest row past its time is not known'),
    );
  }

  const runOnce = async (): Promise<void> => {
    for (const job of jobs) if (!stopping.signal.aborted) await runJob(job);
  };
  const runForever = async (): Promise<void> => {
    if (atStart) await runOnce();
    while (!stopping.signal.aborted) {
      // Jitter, so that replicas do not all run at once.
      await sleep(spread(intervalMs), undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      await runOnce();
    }
  };
  return {
    runOnce,
    start() {
      loop = runForever();
    },
    async stop(limitMs) {
      stopping.abort();
      await withTimeout(loop, limitMs, () => undefined);
    },
  };
}

/** Registers the metrics of the jobs, with a value for each from the start. */
function registerMetrics(registry: Registry, jobs: readonly RetentionJob[]) {
  const deleted = counterOf(registry, {
    name: 'prospect_retention_deleted_total',
    help: 'Rows past their time that this process deleted or made anonymous.',
  });
  const overdue = gaugeOf(registry, {
    name: 'prospect_retention_overdue_seconds',
    help: 'How long the oldest row is past its time, after the last run of this process; 0 when none is.',
  });
  const failures = counterOf(registry, {
    name: 'prospect_retention_failures_total',
    help: 'Runs of a job that failed. The next run tries again.',
  });
  const succeededAt = gaugeOf(registry, {
    name: 'prospect_retention_last_success_timestamp_seconds',
    help: 'When this process last left nothing past its time; when it started, before the first time.',
  });
  for (const { what } of jobs) {
    succeededAt.setToCurrentTime({ what });
    deleted.inc({ what }, 0);
    failures.inc({ what }, 0);
    overdue.set({ what }, 0);
  }
  return { deleted, overdue, failures, succeededAt };
}

interface MetricOptions {
  readonly name: string;
  readonly help: string;
}

/** Returns the counter of this name: services that share a process share its metrics. */
function counterOf(registry: Registry, options: MetricOptions): Counter<'what'> {
  const existing = registry.getSingleMetric(options.name) as Counter<'what'> | undefined;
  return existing ?? new Counter({ ...options, labelNames: ['what'], registers: [registry] });
}

function gaugeOf(registry: Registry, options: MetricOptions): Gauge<'what'> {
  const existing = registry.getSingleMetric(options.name) as Gauge<'what'> | undefined;
  return existing ?? new Gauge({ ...options, labelNames: ['what'], registers: [registry] });
}
