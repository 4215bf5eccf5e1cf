import type { Clock } from '@prospecting/platform/clock';
import { DomainError } from '@prospecting/platform/errors';
import { inTransaction, isPostgresError, type Pool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import type { RequestLogEntry } from './entry.js';
import { ensurePartitions } from './sql/ensure-partitions.js';
import { insertEntries } from './sql/insert-entries.js';

export interface LogWriterOptions {
  readonly pool: Pool;
  /** Decides which partitions are created. While it throws, none are. */
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Writes batches of the log and creates its partitions. Retention drops them. */
export interface LogWriter {
  /** Creates partitions once a day. Never rejects; the next call retries a failure. */
  maintain(): Promise<void>;
  /** Returns `not_now` when a later attempt may succeed, and `refused` when none will. */
  write(batch: readonly RequestLogEntry[]): Promise<'written' | 'not_now' | 'refused'>;
  isFailing(): boolean;
}

const NO_PARTITION = '23514';

export function createLogWriter({ pool, clock, logger }: LogWriterOptions): LogWriter {
  let maintainedDay: string | undefined;
  let failing = false;
  const isMaintained = (): boolean => {
    try {
      return maintainedDay === dayOf(clock.now());
    } catch {
      return false;
    }
  };

  function fail(error: unknown, what: string): void {
    // One line per outage, not one per second.
    if (!failing) logger.error({ err: error }, what);
    failing = true;
  }

  return {
    async maintain() {
      if (isMaintained()) return;
      try {
        const now = clock.now();
        await ensurePartitions.run(pool, [dayOf(now)]);
        maintainedDay = dayOf(now);
      } catch (error) {
        fail(error, 'the partitions of the request log were not created; retrying');
      }
    },
    async write(batch) {
      try {
        await inTransaction(pool, async (client) => {
          // A crash of the database may lose the last moments of the log. That is cheaper than a
          // wait for the disk at every batch.
          await client.query('set local synchronous_commit = off');
          await insertEntries.run(client, columnsOf(batch));
        });
        failing = false;
        return 'written';
      } catch (error) {
        fail(error, 'a batch of the request log was not written');
        if (error instanceof DomainError) return 'not_now';
        return isPostgresError(error) && error.code === NO_PARTITION && !isMaintained() ? 'not_now' : 'refused';
      }
    },
    isFailing: () => failing,
  };
}

/** Returns the UTC day of an instant. Partitions are cut by UTC days. */
function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

function columnsOf(batch: readonly RequestLogEntry[]): Parameters<typeof insertEntries.run>[1] {
  return [
    batch.map((entry) => entry.keyId),
    batch.map((entry) => entry.accountId),
    batch.map((entry) => entry.at),
    batch.map((entry) => entry.method),
    batch.map((entry) => entry.path),
    batch.map((entry) => entry.status),
    batch.map((entry) => Math.max(0, Math.round(entry.durationMs))),
    batch.map((entry) => entry.items),
    batch.map((entry) => entry.creditsMillicredits),
    // A uuid has 32 digits.
    batch.map((entry) => entry.operationId?.slice(0, 32) ?? null),
  ];
}
