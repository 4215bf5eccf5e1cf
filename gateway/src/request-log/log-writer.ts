import type { Clock } from '@prospecting/platform/clock';
import { DomainError } from '@prospecting/platform/errors';
import { inTransaction, isPostgresError, type Pool } from '@prospecting/platform/postgres';
import type { Logger } from '@prospecting/platform/telemetry';
import type { RequestLogEntry } from './entry.js';
import { dayOf, maintainPartitions } from './partitions.js';
import { insertEntries } from './sql/insert-entries.js';

export interface LogWriterOptions {
  readonly pool: Pool;
  /** Says which day's partitions are made and dropped. While it refuses to tell the time, none are. */
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Writes batches of the log and keeps its partitions. */
export interface LogWriter {
  /** Once a day: makes partitions and drops old ones. Never rejects; tries again at the next call. */
  maintain(): Promise<void>;
  /** `refused`: these entries will never go in. */
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
    // Once for each trouble, not once a second while it lasts.
    if (!failing) logger.error({ err: error }, what);
    failing = true;
  }

  return {
    async maintain() {
      if (isMaintained()) return;
      try {
        const now = clock.now();
        await maintainPartitions(pool, now);
        maintainedDay = dayOf(now);
      } catch (error) {
        fail(error, 'request log partitions not maintained');
      }
    },
    async write(batch) {
      try {
        await inTransaction(pool, async (client) => {
          // A crash of the server may cost the log its last moments; waiting for the disk at every batch is not worth them.
          await client.query('set local synchronous_commit = off');
          await insertEntries.run(client, columnsOf(batch));
        });
        failing = false;
        return 'written';
      } catch (error) {
        fail(error, 'request log not written');
        if (error instanceof DomainError) return 'not_now';
        return isPostgresError(error) && error.code === NO_PARTITION && !isMaintained() ? 'not_now' : 'refused';
      }
    },
    isFailing: () => failing,
  };
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
    // As many digits as a uuid has.
    batch.map((entry) => entry.operationId?.slice(0, 32) ?? null),
  ];
}
