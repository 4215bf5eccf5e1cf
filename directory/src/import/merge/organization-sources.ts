/**
 * Keeps what each source says about an organization that has several, and plans the record that
 * follows from it.
 */
import type { Session } from '../session.js';
import {
  createMergingOrganizations,
  deleteForeignFacts,
  deleteUnchangedMerging,
  insertRecordedFacts,
  planMergedOrganizations,
  planReducedOrganizations,
  upsertStagedFacts,
} from '../sql/organizations/merge-sources.js';
import { analyze, execute } from './staged-rows.js';

/**
 * Writes what the staged records say about organizations that other sources have, too. Returns the
 * number of organizations of which they say something new.
 */
export async function recordSources(session: Session): Promise<number> {
  const found = await execute(session, createMergingOrganizations);
  if (found === 0) return 0;
  await analyze(session, 'merging_organizations');
  const merging = found - (await execute(session, deleteUnchangedMerging));
  if (merging === 0) return 0;
  await execute(session, insertRecordedFacts);
  await execute(session, upsertStagedFacts);
  await execute(session, deleteForeignFacts);
  return merging;
}

/**
 * Plans the records of organizations with several sources. Returns how many of them follow not from
 * a record of the file, but from a deletion.
 */
export async function planMergedRecords(session: Session, merging: number, reduced: number): Promise<number> {
  if (merging > 0) await execute(session, planMergedOrganizations);
  return reduced > 0 ? execute(session, planReducedOrganizations) : 0;
}
