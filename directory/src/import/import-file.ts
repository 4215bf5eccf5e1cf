import { validationFailed } from '@prospecting/platform/errors';
import { fromPostgres } from '@prospecting/platform/postgres';
import { findFormat } from './formats/index.js';
import { IMPORT_DEFINITIONS, type ImportDefinition } from './import-definitions.js';
import { openInput, type Input } from './input.js';
import { analyze, type MergeCounts, type MergeScope } from './merge/staged-rows.js';
import type { ImportOptions, ImportProgress, ImportResult } from './options.js';
import { createOrganizationFinder } from './organization-references.js';
import type { RecordKind } from './record-kinds.js';
import { rolesOfJobTitle } from './records/job-titles.js';
import { LEFT_OUT_REASONS } from './reject-reasons.js';
import { openRejects, type RejectCounts, type Rejects } from './rejects.js';
import { inTransaction, lockImports, openSession, type Session } from './session.js';
import { selectRowEstimate, type RowEstimateRow } from './sql/select-row-estimate.js';
import { stageRecords } from './stage-records.js';

const DEFAULT_WAIT_TIMEOUT_MS = 10 * 60_000;
const PROGRESS_INTERVAL_MS = 200;

export const importOrganizations = (options: ImportOptions): Promise<ImportResult> =>
  importFile('organizations', options);

export const importContacts = (options: ImportOptions): Promise<ImportResult> => importFile('contacts', options);

export const importSwitchboards = (options: ImportOptions): Promise<ImportResult> =>
  importFile('switchboards', options);

/**
 * Imports one file in one transaction: every record that is not rejected, or nothing when the
 * import fails. Keeps existing records that the input does not have, unless it is a full file.
 * Removes organizations that the input says are deleted.
 *
 * @throws validation_failed when the format is unknown, or the input cannot be read or is not of
 *   the format
 * @throws service_unavailable when the database cannot answer, or another import is still running
 */
export async function importFile(kind: RecordKind, options: ImportOptions): Promise<ImportResult> {
  const started = performance.now();
  const format = findFormat(options.format ?? 'canonical', kind);
  const definition = IMPORT_DEFINITIONS[kind];
  const scope = readScope(kind, options);
  const input = await openInput(options.input);
  const rejects = await openRejects(options.rejects, typeof options.input === 'string' ? options.input : undefined);
  const sessions: Session[] = [];
  try {
    const session = await openSession(options.databaseUrl);
    sessions.push(session);
    // Looks up organizations while the first session is busy with COPY.
    const lookup = await openSession(options.databaseUrl);
    sessions.push(lookup);
    await lockImports(session, options.waitTimeoutMs ?? DEFAULT_WAIT_TIMEOUT_MS);

    const progress = createProgressReporter(input, rejects, options.onProgress);
    await stageRecords(format.read(input.bytes), definition, {
      session,
      findOrganizations: createOrganizationFinder(lookup),
      rejects,
      identityKey: options.identityKey,
      readTitle: options.readTitle ?? rolesOfJobTitle,
      source: format.source,
      onStaged: (records) => progress.staged(records),
    });
    const counts = await merge(session, definition, rejects, options.identityKey, {
      ...scope,
      onStep: (step, steps) => progress.merging(step, steps),
    });

    const read = progress.read();
    const rejected = rejects.count();
    const reasons = rejects.reasons();
    const { inserted, updated, suppressed = 0, removed = 0 } = counts;
    const unchanged = read - rejected - suppressed - inserted - updated;
    const leftOut = countLeftOut(reasons);
    const seconds = (performance.now() - started) / 1000;
    return { read, inserted, updated, unchanged, rejected, suppressed, leftOut, reasons, removed, seconds };
  } catch (error) {
    throw fromPostgres(error);
  } finally {
    await Promise.all(sessions.map((session) => session.end()));
    // If this fails, so did the import, for a reason that says more.
    await rejects.end().catch(() => {});
  }
}

/** @throws validation_failed when the options do not fit together */
function readScope(
  kind: RecordKind,
  { full = false, allowDeletionsPercent }: ImportOptions,
): Omit<MergeScope, 'onStep'> {
  const detail =
    full && kind !== 'organizations'
      ? 'Only a file of organizations can be a full one.'
      : allowDeletionsPercent !== undefined && !(allowDeletionsPercent >= 0 && allowDeletionsPercent <= 100)
        ? 'The allowed share of deletions is a percentage from 0 to 100.'
        : undefined;
  if (detail !== undefined) throw validationFailed({ full: [detail] }, detail);
  return { full, allowDeletionsPercent };
}

function countLeftOut(reasons: RejectCounts): number {
  let count = 0;
  for (const reason of LEFT_OUT_REASONS) count += reasons[reason] ?? 0;
  return count;
}

async function merge(
  session: Session,
  definition: ImportDefinition,
  rejects: Rejects,
  identityKey: string | Buffer,
  scope: MergeScope,
): Promise<MergeCounts> {
  scope.onStep(0, 1);
  await analyze(session, definition.staging.name);
  const counts = await inTransaction(session, async () => {
    const merged = await definition.merge(session, rejects, identityKey, scope);
    // Before the commit: an import that cannot write its rejects file fails and writes nothing.
    await rejects.end();
    return merged;
  });
  await refreshStatistics(session, definition.tables, counts.inserted + counts.updated + (counts.removed ?? 0));
  return counts;
}

/** Share of changed rows from which an import vacuums the tables; below it, autovacuum does. */
const VACUUM_SHARE = 0.1;

/**
 * Vacuums and analyzes the tables after a large import. Until that is done, the planner's
 * statistics are wrong and index-only scans must visit the table. Skips a table that is being
 * vacuumed already.
 */
async function refreshStatistics(session: Session, tables: readonly string[], changed: number): Promise<void> {
  const { name, text } = selectRowEstimate;
  const { rows } = await session.query<RowEstimateRow>({ name, text, values: [tables] });
  if (changed === 0 || changed < (rows[0]?.rows ?? 0) * VACUUM_SHARE) return;
  await session.query(`vacuum (analyze, truncate false, skip_locked) ${tables.join(', ')}`);
}

/** Counts records and reports progress, at most every `PROGRESS_INTERVAL_MS` while reading. */
interface ProgressReporter {
  read(): number;
  staged(records: number): void;
  merging(step: number, steps: number): void;
}

function createProgressReporter(
  input: Input,
  rejects: Rejects,
  onProgress: ImportOptions['onProgress'],
): ProgressReporter {
  let read = 0;
  let lastReport = Number.NEGATIVE_INFINITY;
  const report = (phase: ImportProgress['phase'], steps?: Pick<ImportProgress, 'step' | 'steps'>) => {
    lastReport = performance.now();
    const bytesTotal = input.bytesTotal();
    onProgress?.({
      phase,
      bytesRead: input.bytesRead(),
      ...(bytesTotal !== undefined && { bytesTotal }),
      read,
      rejected: rejects.count(),
      ...steps,
    });
  };
  return {
    read: () => read,
    staged(records) {
      read += records;
      if (performance.now() - lastReport >= PROGRESS_INTERVAL_MS) report('read');
    },
    merging: (step, steps) => report('merge', step === 0 ? undefined : { step, steps }),
  };
}
