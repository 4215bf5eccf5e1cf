import type { Pool } from '@prospecting/platform/postgres';
import { listEntries, type LogRow } from './sql/list-entries.js';

export type LoggedRequest = LogRow;

/** Most entries that are read at once. */
export const MAX_LOG_ENTRIES = 10_000;

export interface LogQuery {
  readonly keyId: string;
  readonly accountId: string;
  readonly since: Date;
  readonly limit?: number;
}

/** A key's requests since an instant, newest last; of more than `limit` (MAX_LOG_ENTRIES at most) the newest. */
export async function readRequestLog(pool: Pool, query: LogQuery): Promise<LoggedRequest[]> {
  const limit = Math.min(query.limit ?? MAX_LOG_ENTRIES, MAX_LOG_ENTRIES);
  return listEntries.run(pool, [query.keyId, query.accountId, query.since, limit]);
}
