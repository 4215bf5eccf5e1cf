import { fromPostgres } from '@prospecting/platform/postgres';
import { formatNamed } from './formats/index.js';
import { openInput, type Input } from './input.js';
import type { ImportOptions, ImportProgress, ImportResult, RecordKind } from './options.js';
import { IMPORTS, type Import } from './record-kinds.js';
import { organizationFinder } from './organization-references.js';
import { openRejects, type Rejects } from './rejects.js';
import { inTransaction, lockImports, openSession, type Session } from './session.js';
import { TABLE_ROWS } from './sql/table-rows.js';
import { stageRecords } from './stage-records.js';

const DEFAULT_WAIT_TIMEOUT_MS = 10 * 60_000;
const PROGRESS_INTERVAL_MS = 200;

export const importOrganizations = (options: ImportOptions): Promise<ImportResult> =>
  importFile('organizations', options);

export const importContacts = (options: ImportOptions): Promise<ImportResult> => importFile('contacts', options);

export const importSwitchboards = (options: ImportOptions): Promise<ImportResult> =>
  importFile('switchboards', options);

/**
 * Imports one file: whole but for the lines that are refused, or, on any failure, nothing of it. Records on file that the input
 * does not have stay.
 *
 * @throws validation_failed when the format is unknown, the input cannot be read, or it is not of the format
 * @throws service_unavailable when the database cannot answer, or another import is still running
 */
export async function importFile(kind: RecordKind, options: ImportOptions): Promise<ImportResult> {
  const started = performance.now();
  const format = formatNamed(options.format ?? 'canonical', kind);
  const input = await openInput(options.input);
  const rejects = await openRejects(options.rejects, typeof options.input === 'string' ? options.input : undefined);
  const sessions: Session[] = [];
  try {
    const session = await openSession(options.databaseUrl);
    sessions.push(session);
    // Organizations are looked up while the first session takes rows.
    const lookup = await openSession(options.databaseUrl);
    sessions.push(lookup);
    await lockImports(session, options.waitTimeoutMs ?? DEFAULT_WAIT_TIMEOUT_MS);

    const progress = reporter(input, rejects, options.onProgress);
    await stageRecords(format.read(input.bytes), IMPORTS[kind], {
      session,
      findOrganizations: organizationFinder(lookup),
      rejects,
      identityKey: options.identityKey,
      onStaged: (records) => progress.staged(records),
    });
    progress.merging();
    const counts = await merge(session, IMPORTS[kind], rejects);

    const read = progress.read();
    const rejected = rejects.count();
    const unchanged = read - rejected - counts.inserted - counts.updated;
    return { read, ...counts, unchanged, rejected, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    throw fromPostgres(error);
  } finally {
    await Promise.all(sessions.map((session) => session.end()));
    await rejects.close();
  }
}

async function merge(session: Session, kind: Import, rejects: Rejects): Promise<{ inserted: number; updated: number }> {
  await session.query(`analyze pg_temp.${kind.staging.name}`);
  const counts = await inTransaction(session, () => kind.merge(session, rejects));
  await refreshStatistics(session, kind, counts.inserted + counts.updated);
  return counts;
}

/** Share of a table that must have changed for an import to tidy up itself, rather than leave it to autovacuum. */
const TIDY_SHARE = 0.1;

/**
 * A large import makes the planner's statistics wrong, and leaves pages that an index-only scan would have to visit, until autovacuum
 * comes by. Waits for nobody: a table that is being vacuumed is skipped.
 */
async function refreshStatistics(session: Session, kind: Import, changed: number): Promise<void> {
  const { rows } = await session.query<{ rows: number }>(TABLE_ROWS, [kind.tables]);
  if (changed === 0 || changed < (rows[0]?.rows ?? 0) * TIDY_SHARE) return;
  await session.query(`vacuum (analyze, truncate false, skip_locked) ${kind.tables.join(', ')}`);
}

interface Reporter {
  read(): number;
  staged(records: number): void;
  merging(): void;
}

function reporter(input: Input, rejects: Rejects, onProgress: ImportOptions['onProgress']): Reporter {
  let read = 0;
  let reported = Number.NEGATIVE_INFINITY;
  const report = (phase: ImportProgress['phase']) => {
    reported = performance.now();
    onProgress?.({
      phase,
      bytesRead: input.bytesRead(),
      ...(input.bytesTotal !== undefined && { bytesTotal: input.bytesTotal }),
      read,
      rejected: rejects.count(),
    });
  };
  return {
    read: () => read,
    staged(records) {
      read += records;
      if (performance.now() - reported >= PROGRESS_INTERVAL_MS) report('read');
    },
    merging: () => report('merge'),
  };
}
