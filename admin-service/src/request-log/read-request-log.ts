import type { Pool } from '@prospecting/platform/postgres';
import { DAY_MS } from '../http/times.js';
import type { FollowCursor, Position } from './cursors.js';
import { selectLogEntries, type LogEntryRow, type SnapshotRow } from './sql/select-log-entries.js';
import { selectNewLogEntries } from './sql/select-new-log-entries.js';

export type LoggedRequest = LogEntryRow;

/** How long the gateways keep an entry. */
export const LOG_RETENTION_MS = 30 * DAY_MS;

/** Maximum number of entries in one answer. */
export const MAX_LOG_ENTRIES = 10_000;

/**
 * How late a gateway may write a request and a follower still sees it. A gateway writes every
 * second; it keeps entries in memory while its database cannot take them.
 */
const LATE_MS = 10 * 60_000;

interface Key {
  readonly keyId: string;
  /** The account of the key. */
  readonly accountId: string;
}

export interface LogQuery extends Key {
  readonly since: Date;
  /** Exclusive. Default: no end. */
  readonly until?: Date | undefined;
  /** Only entries before this one. */
  readonly before?: Position | undefined;
  /** Default and maximum: MAX_LOG_ENTRIES. */
  readonly limit?: number | undefined;
}

/** A page says which entries its statement could see: the snapshot of a FollowCursor. */
export interface LogPage {
  /** Newest last. */
  readonly entries: readonly LoggedRequest[];
  readonly shown: string;
  /** The first entry, when there are earlier ones in the period. */
  readonly earlier?: Position;
}

export interface NewEntriesQuery extends Key {
  readonly after: FollowCursor;
  /** Default and maximum: MAX_LOG_ENTRIES. */
  readonly limit?: number | undefined;
}

export interface NewEntries {
  readonly entries: readonly LoggedRequest[];
  readonly shown: string;
  /** The rest of what is there already. */
  readonly rest?: FollowCursor;
}

/** Returns the newest requests of a key in a period, newest last. */
export async function readRequestLog(pool: Pool, query: LogQuery): Promise<readonly LoggedRequest[]> {
  return (await readLogPage(pool, query)).entries;
}

/** Returns the same, with the position of what precedes it. */
export async function readLogPage(pool: Pool, query: LogQuery): Promise<LogPage> {
  const { keyId, accountId, since, until, before } = query;
  const limit = limitOf(query);
  const { at, row } = before ?? { at: 'infinity', row: '(0,0)' };
  const rows = await selectLogEntries.run(pool, [keyId, accountId, since, until ?? 'infinity', at, row, limit + 1]);
  const found = entriesOf(rows);
  const page = found.slice(-limit);
  const [first] = page;
  return {
    entries: page.map(({ entry }) => entry),
    shown: shownBy(rows),
    ...(found.length > limit && first !== undefined && { earlier: first.position }),
  };
}

/** Returns the requests of a key that were written since a cursor was made, in pages. */
export async function readNewEntries(pool: Pool, query: NewEntriesQuery): Promise<NewEntries> {
  const { keyId, accountId, after } = query;
  const limit = limitOf(query);
  const from = new Date(after.from);
  const { at, row, shown } = after.page ?? { at: '-infinity', row: '(0,0)', shown: null };
  const rows = await selectNewLogEntries.run(pool, [keyId, accountId, from, after.seen, shown, at, row, limit + 1]);
  const found = entriesOf(rows);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    entries: page.map(({ entry }) => entry),
    shown: shownBy(rows),
    ...(found.length > limit &&
      last !== undefined && { rest: { ...after, page: { ...last.position, shown: shownBy(rows) } } }),
  };
}

/** Returns the cursor of what is written after a page was read. */
export function followFrom({ shown }: Pick<LogPage, 'shown'>, since: Date, now: Date): FollowCursor {
  return { from: new Date(Math.max(since.getTime(), now.getTime() - LATE_MS)).toISOString(), seen: shown };
}

function limitOf({ limit = MAX_LOG_ENTRIES }: { readonly limit?: number | undefined }): number {
  return Math.min(limit, MAX_LOG_ENTRIES);
}

function shownBy([first]: readonly SnapshotRow[]): string {
  if (first === undefined) throw new Error('the request log returned no snapshot');
  return first.shown;
}

function entriesOf(rows: readonly SnapshotRow[]): { entry: LoggedRequest; position: Position }[] {
  return rows.flatMap((row) => {
    if (row.positionAt === null) return [];
    const { shown: _shown, positionAt, positionRow, ...entry } = row;
    return [{ entry, position: { at: positionAt, row: positionRow } }];
  });
}
