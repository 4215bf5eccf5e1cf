import type { Statement } from '@prospecting/platform/postgres';
import type { RejectReason } from '../reject-reasons.js';
import type { Rejects } from '../rejects.js';
import type { Session } from '../session.js';
import type { InputPosition } from '../staging.js';

/** Numbers of written records. Other staged rows that were not rejected or left out were unchanged. */
export interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  /** Staged rows of erased persons, which were left out. Default: 0. */
  readonly suppressed?: number;
  /** Organizations that were removed. Default: 0. */
  readonly removed?: number;
}

/** What an import may do beyond its records. */
export interface MergeScope {
  /** Removes organizations of the same register that the file does not have. */
  readonly full: boolean;
  /** Undefined: the default share, and no removals when records could not be read. */
  readonly allowDeletionsPercent: number | undefined;
  /** Called before each step, with the number of steps of the merge. */
  readonly onStep: (step: number, steps: number) => void;
}

/** Merges the staged rows into the directory. Runs inside a transaction of the session. */
export type Merge = (
  session: Session,
  rejects: Rejects,
  identityKey: string | Buffer,
  scope: MergeScope,
) => Promise<MergeCounts>;

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
