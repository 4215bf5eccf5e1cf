import type { RejectReason } from '../reject-reasons.js';
import type { Rejects } from '../rejects.js';
import type { Session } from '../session.js';
import { removeRecords } from '../sql/remove-records.js';

/** What became of the staged rows that were not refused; the rest of them were on record already. */
export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
}

/** Takes over what is staged. Runs inside a transaction of the session. */
export type Merge = (session: Session, rejects: Rejects) => Promise<MergeCounts>;

/** Rows taken from the database at a time, where there may be any number of them. */
const BATCH_ROWS = 10_000;

/** Runs a query of the open transaction and hands over its rows in bounded batches. They may be changed meanwhile. */
export async function inBatches<Row extends object>(
  session: Session,
  query: string,
  take: (rows: Row[]) => Promise<void>,
): Promise<void> {
  await session.query(`declare batches no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await session.query<Row>(`fetch ${BATCH_ROWS} from batches`);
    if (rows.length === 0) break;
    await take(rows);
  }
  await session.query('close batches');
}

/** A staged record, and where it came from. */
export interface StagedPlace {
  readonly ordinal: number;
  readonly line: number;
}

/** Refuses every record of a staging table that a query finds. */
export async function refuseFound(
  session: Session,
  rejects: Rejects,
  table: string,
  query: string,
  reason: RejectReason,
): Promise<void> {
  await inBatches<StagedPlace>(session, query, (found) => refuse(session, rejects, table, found, reason));
}

/** Refuses records of a staging table. */
export async function refuse(
  session: Session,
  rejects: Rejects,
  table: string,
  places: readonly StagedPlace[],
  reason: RejectReason,
): Promise<void> {
  if (places.length === 0) return;
  await session.query(removeRecords(table), [places.map((place) => place.ordinal)]);
  await rejects.add(places.map(({ line }) => ({ line, reason })));
}

/** Runs a statement; returns how many rows it changed. */
export async function changedRows(session: Session, statement: string): Promise<number> {
  const { rowCount } = await session.query(statement);
  return rowCount ?? 0;
}
