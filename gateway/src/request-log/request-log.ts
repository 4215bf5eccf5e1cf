import type { Clock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import { Counter, Gauge, type Logger, type Registry } from '@prospecting/platform/telemetry';
import { withTimeout } from '@prospecting/platform/timing';
import type { RequestLog, RequestLogEntry } from './entry.js';
import { createLogWriter } from './log-writer.js';

export interface RequestLogOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Most entries in memory. Default: 20 000. */
  readonly maxQueued?: number;
  /** Most entries of one statement. Default: 1 000. */
  readonly batchSize?: number;
  /** Default: 1 000. */
  readonly flushIntervalMs?: number;
}

/**
 * Creates the log of requests. Entries go into a bounded queue and are written in batches; no
 * request waits for them. A batch that the database cannot take now stays queued. A batch that it
 * refuses is dropped, so that it does not block the others.
 */
export function createRequestLog(options: RequestLogOptions): RequestLog {
  const { maxQueued = 20_000, batchSize = 1_000, flushIntervalMs = 1_000 } = options;
  const queue: RequestLogEntry[] = [];
  const dropped = registerMetrics(options.registry, () => queue.length);
  const writer = createLogWriter(options);
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let writing = 0;
  let stopped = false;

  /** Puts a batch back at the front, and drops what does not fit beside later entries. */
  function requeue(batch: readonly RequestLogEntry[]): void {
    const kept = batch.slice(0, Math.max(0, maxQueued - queue.length));
    dropped.inc(batch.length - kept.length);
    queue.unshift(...kept);
  }

  /** Writes the entries that are queued at its start. Never rejects. */
  async function drain(): Promise<void> {
    await writer.maintain();
    for (let left = queue.length; left > 0 && queue.length > 0;) {
      const batch = queue.splice(0, Math.min(batchSize, left));
      left -= batch.length;
      writing = batch.length;
      const outcome = await writer.write(batch);
      writing = 0;
      // `stop` has already counted the batch as dropped.
      if (stopped) return;
      if (outcome === 'refused') dropped.inc(batch.length);
      if (outcome === 'not_now') return requeue(batch);
    }
  }

  /**
   * Runs one drain at a time. A call during a drain starts another: the first may miss its entries.
   */
  async function flush(): Promise<void> {
    while (flushing !== undefined) await flushing;
    flushing = drain().finally(() => {
      flushing = undefined;
    });
    await flushing;
  }

  return {
    record(entry) {
      if (stopped || queue.length >= maxQueued) return dropped.inc();
      queue.push(entry);
      // A full batch does not wait for the timer unless the database is failing.
      if (queue.length >= batchSize && flushing === undefined && !writer.isFailing()) void flush();
    },
    flush,
    async start() {
      await flush();
      timer = setInterval(() => {
        if (flushing === undefined) void flush();
      }, flushIntervalMs);
      timer.unref();
    },
    async stop(limitMs = 5_000) {
      clearInterval(timer);
      await withTimeout(flush(), limitMs, () => undefined);
      stopped = true;
      // The batch that is under way may still arrive, but its outcome is not awaited.
      dropped.inc(queue.splice(0).length + writing);
    },
  };
}

function registerMetrics(registry: Registry, queued: () => number): Counter {
  new Gauge({
    name: 'prospect_request_log_queued',
    help: 'Entries of the request log that wait to be written.',
    registers: [registry],
    collect() {
      this.set(queued());
    },
  });
  return new Counter({
    name: 'prospect_request_log_dropped_total',
    help: 'Lost entries of the request log: the queue was full, or the database refused them or was unreachable at shutdown.',
    registers: [registry],
  });
}
