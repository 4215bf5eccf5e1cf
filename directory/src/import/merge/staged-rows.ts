import type { Statement } from '@prospecting/platform/postgres';
import type { RejectReason } from '../reject-reasons.js';
import type { Rejects } from '../rejects.js';
import type { Session } from '../session.js';
import type { InputPosition } from '../staging.js';

/** Numbers of written records. The other staged rows that were not rejected were unchanged. */
export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
}

/** Merges the staged rows into the directory. Runs inside a transaction of the session. */
export type Merge = (session: Session, rejects: Rejects) => Promise<MergeCounts>;

/** Rows fetched from a cursor at a time. */
const BATCH_ROWS = 10_000;

/** Runs a statement and returns the number of rows that it wrote. */
export async function execute(session: Session, { name, text }: Statement<readonly [], never>): Promise<number> {
  const { rowCount } = await session.query({ name, text });
  return rowCount ?? 0;
}

/** Gives the planner statistics of a temporary table, which autovacuum never analyzes. */
export async function analyze(session: Session, table: string): Promise<void> {
  await session.query(`analyze pg_temp.${table}`);
}

/** Rejects every record of a staging table that the statement selects. */
export async function rejectSelected(
  session: Session,
  rejects: Rejects,
  table: string,
  { text }: Statement<readonly [], InputPosition>,
  reason: RejectReason,
): Promise<void> {
  // A cursor bounds memory, and it does not see the deletions between its batches.
  await session.query(`declare selected no scroll cursor for ${text}`);
  for (;;) {
    const { rows } = await session.query<InputPosition>(`fetch ${BATCH_ROWS} from selected`);
    if (rows.length === 0) break;
    // The staging table has no index: a batch costs one scan of it.
    await session.query(`delete from pg_temp.${table} where ordinal = any ($1::bigint[])`, [
      rows.map(({ ordinal }) => ordinal),
    ]);
    await rejects.add(rows.map(({ line }) => ({ line, reason })));
  }
  await session.query('close selected');
}
