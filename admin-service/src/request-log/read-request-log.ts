import type { Pool } from '@prospecting/platform/postgres';
import { selectLogEntries, type LogEntryRow } from './sql/select-log-entries.js';

export type LoggedRequest = LogEntryRow;

/** Maximum number of entries in one answer. */
export const MAX_LOG_ENTRIES = 10_000;

export interface LogQuery {
  readonly keyId: string;
  /** The account of the key. */
  readonly accountId: string;
  readonly since: Date;
  /** Default and maximum: MAX_LOG_ENTRIES. */
  readonly limit?: number;
}

/** Returns the newest requests of a key since an instant, newest last. */
export async function readRequestLog(pool: Pool, query: LogQuery): Promise<LoggedRequest[]> {
  const limit = Math.min(query.limit ?? MAX_LOG_ENTRIES, MAX_LOG_ENTRIES);
  return selectLogEntries.run(pool, [query.keyId, query.accountId, query.since, limit]);
}
