import type { Clock } from '@prospecting/platform/clock';
import type { Pool } from '@prospecting/platform/postgres';
import { Counter, Gauge, type Logger, type Registry } from '@prospecting/platform/telemetry';
import type { RequestLog, RequestLogEntry } from './entry.js';
import { createLogWriter } from './log-writer.js';

export interface RequestLogOptions {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
  /** Entries held in memory at most. Default 20 000. */
  readonly maxQueued?: number;
  /** Entries of one statement at most. Default 1 000. */
  readonly batchSize?: number;
  /** Default 1 000. */
  readonly flushIntervalMs?: number;
}

/**
 * The log of requests. Nothing waits for it: entries are queued, bounded, and written a batch at a time. A batch that the database
 * cannot take now stays queued; one that it refuses is dropped, so that it does not block the rest.
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

  /** Puts a batch back in front, as far as there is room beside what came meanwhile. */
  function requeue(batch: readonly RequestLogEntry[]): void {
    const kept = batch.slice(0, Math.max(0, maxQueued - queue.length));
    dropped.inc(batch.length - kept.length);
    queue.unshift(...kept);
  }

  /** Writes what was queued when it began. Never rejects. */
  async function drain(): Promise<void> {
    await writer.maintain();
    for (let left = queue.length; left > 0 && queue.length > 0;) {
      const batch = queue.splice(0, Math.min(batchSize, left));
      left -= batch.length;
      writing = batch.length;
      const outcome = await writer.write(batch);
      writing = 0;
      // Counted as lost already.
      if (stopped) return;
      if (outcome === 'refused') dropped.inc(batch.length);
      if (outcome === 'not_now') return requeue(batch);
    }
  }

  /** One drain at a time; who comes during one has another after it, as it may have missed their entries. */
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
      // A full batch need not wait for the timer, unless the database is in trouble.
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
      await atMost(limitMs, flush());
      stopped = true;
      // What is still on its way may arrive or not; nobody will be there to tell.
      dropped.inc(queue.splice(0).length + writing);
    },
  };
}

async function atMost(limitMs: number, work: Promise<void>): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    limit = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, late]);
  clearTimeout(limit);
}

function registerMetrics(registry: Registry, queued: () => number): Counter {
  new Gauge({
    name: 'prospect_request_log_queued',
    help: 'Entries of the request log that are not written yet.',
    registers: [registry],
    collect() {
      this.set(queued());
    },
  });
  return new Counter({
    name: 'prospect_request_log_dropped_total',
    help: 'Entries of the request log that were lost: the queue was full, or the database refused them or was gone at shutdown.',
    registers: [registry],
  });
}
