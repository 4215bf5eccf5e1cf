/**
 * Removes organizations that their register has deleted, or that a full file of the register does
 * not have. What else is on record of them goes with them: contacts, details and switchboards.
 * docs/decisions/0027 has the rules.
 */
import { validationFailed } from '@prospecting/platform/errors';
import { UNREADABLE_REASONS } from '../reject-reasons.js';
import type { Rejects } from '../rejects.js';
import type { Session } from '../session.js';
import {
  createRecordedNumbers,
  insertAbsentOrganizations,
  selectAbsentCounts,
  type AbsentCountsRow,
} from '../sql/organizations/absent-organizations.js';
import { insertDeregistered } from '../sql/organizations/deregistered-organizations.js';
import {
  createReducedOrganizations,
  deleteGoneFacts,
  deleteGoneOrganizations,
  deleteSourcelessOrganizations,
} from '../sql/organizations/remove-organizations.js';
import { analyze, execute, type MergeScope } from './staged-rows.js';

const DEFAULT_DELETIONS_PERCENT = 5;

/**
 * Adds the organizations that a full file does not have to the deleted ones.
 *
 * @throws validation_failed when more would go than is allowed, or when records could not be read
 */
export async function findAbsentOrganizations(session: Session, rejects: Rejects, scope: MergeScope): Promise<void> {
  await analyze(session, 'present_numbers');
  await execute(session, createRecordedNumbers);
  await analyze(session, 'recorded_numbers');
  await execute(session, insertAbsentOrganizations);
  const { name, text } = selectAbsentCounts;
  const { rows } = await session.query<AbsentCountsRow>({ name, text });
  const { organizations, absent } = rows[0] ?? { organizations: 0, absent: 0 };
  const percent = scope.allowDeletionsPercent ?? DEFAULT_DELETIONS_PERCENT;
  if (absent > (organizations * percent) / 100) {
    throw refused(
      `The file would remove ${absent} of the ${organizations} organizations of its register, more than ${percent} %. ` +
        'If the file is complete, allow a larger share (--allow-deletions).',
    );
  }
  const unreadable = countUnreadable(rejects);
  if (absent > 0 && unreadable > 0 && scope.allowDeletionsPercent === undefined) {
    throw refused(
      `${unreadable} records of the file could not be read, so ${absent} organizations may be missing from it by mistake. ` +
        'Get the file again, or allow the removal explicitly (--allow-deletions).',
    );
  }
}

export interface Removal {
  /** Organizations that were on record and are not any more. */
  readonly removed: number;
  /** Organizations of which other sources are left: their records must be planned again. */
  readonly reduced: number;
}

/** Removes the deleted organizations, and what their sources said about those that others have. */
export async function removeOrganizations(session: Session): Promise<Removal> {
  await analyze(session, 'unsold_organizations');
  await execute(session, insertDeregistered);
  const deleted = await execute(session, deleteGoneOrganizations);
  const reduced = await execute(session, createReducedOrganizations);
  if (reduced === 0) return { removed: deleted, reduced };
  await execute(session, deleteGoneFacts);
  const sourceless = await execute(session, deleteSourcelessOrganizations);
  return { removed: deleted + sourceless, reduced: reduced - sourceless };
}

function countUnreadable(rejects: Rejects): number {
  let count = 0;
  const reasons = rejects.reasons();
  for (const reason of UNREADABLE_REASONS) count += reasons[reason] ?? 0;
  return count;
}

function refused(detail: string) {
  return validationFailed({ input: [detail] }, detail);
}
