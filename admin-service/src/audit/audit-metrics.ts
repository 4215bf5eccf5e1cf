import { Gauge, type Logger, type Registry } from '@prospecting/platform/telemetry';
import { withTimeout } from '@prospecting/platform/timing';
import type { AuditRecords } from './audit-records.js';
import type { LatestAuditRow } from './sql/select-latest-audit.js';

export interface AuditMetricsOptions {
  readonly registry: Registry;
  readonly records: Pick<AuditRecords, 'latest'>;
  readonly logger: Logger;
  /** Shortest time between two readings of the table. Default: 30,000. */
  readonly readEveryMs?: number;
}

const READ_EVERY_MS = 30_000;
/** A scrape must not wait for a database that hangs. */
const READ_TIMEOUT_MS = 1_500;

/**
 * Shows the newest audits as metrics. They come from the table, so every replica shows the same.
 *
 * A metric is absent when there is nothing to show: no audit yet, or the table could not be read.
 * It does not keep its last value, because the age of an audit would then seem to be known; and it
 * is not NaN, because every comparison with NaN is false, so that no alert could fire, while
 * `absent()` can.
 */
export function registerAuditMetrics({
  registry,
  records,
  logger,
  readEveryMs = READ_EVERY_MS,
}: AuditMetricsOptions): void {
  let reading: Promise<LatestAuditRow | undefined> | undefined;
  let readAtMs = 0;

  async function read(): Promise<LatestAuditRow | undefined> {
    try {
      return await withTimeout(records.latest(), READ_TIMEOUT_MS, () => {
        throw new Error('the database did not answer in time');
      });
    } catch (error) {
      logger.warn({ err: error }, 'the record of audits could not be read; its metrics are absent until it can');
      return undefined;
    }
  }

  function latest(): Promise<LatestAuditRow | undefined> {
    if (reading === undefined || performance.now() - readAtMs >= readEveryMs) {
      readAtMs = performance.now();
      reading = read();
    }
    return reading;
  }

  function gauge(name: string, help: string, column: keyof LatestAuditRow): void {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = (await latest())?.[column] ?? null;
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }

  gauge(
    'prospect_audit_last_run_timestamp_seconds',
    'When the newest audit began, whatever became of it. Absent: none, or the database does not answer.',
    'ranAt',
  );
  gauge(
    'prospect_audit_last_success_timestamp_seconds',
    'When the newest audit ended that compared everything, with or without differences. Absent as above.',
    'completedAt',
  );
  gauge(
    'prospect_audit_differences',
    'Differences that the newest complete audit found. Absent as above.',
    'differences',
  );
}
