import { adoptEarlierOrganizations } from '../sql/organizations/adopt-earlier-organizations.js';
import { adoptOrganizationIds } from '../sql/organizations/adopt-organization-ids.js';
import { createPresentNumbers } from '../sql/organizations/absent-organizations.js';
import { createPlannedIdentifiers } from '../sql/organizations/create-planned-identifiers.js';
import { createPlannedOrganizations } from '../sql/organizations/create-planned-organizations.js';
import { deleteIdentifiers } from '../sql/organizations/delete-identifiers.js';
import {
  deleteDeregistered,
  selectDeregisteredOrganizations,
} from '../sql/organizations/deregistered-organizations.js';
import { insertIdentifiers } from '../sql/organizations/insert-identifiers.js';
import { insertOrganizationDetails } from '../sql/organizations/insert-organization-details.js';
import { insertOrganizations } from '../sql/organizations/insert-organizations.js';
import {
  createUnsoldOrganizations,
  deleteContradictedDeletions,
  moveUnsoldOrganizations,
} from '../sql/organizations/move-unsold-organizations.js';
import { replaceTakenOrganizationIds } from '../sql/organizations/replace-taken-organization-ids.js';
import { selectAmbiguousOrganizations } from '../sql/organizations/select-ambiguous-organizations.js';
import {
  selectAdditionalOrganizations,
  selectDuplicateOrganizations,
} from '../sql/organizations/select-duplicate-organizations.js';
import { selectIdConflicts } from '../sql/organizations/select-id-conflicts.js';
import { STAGED_ORGANIZATIONS } from '../sql/organizations/staging-table.js';
import { updateOrganizationDetails } from '../sql/organizations/update-organization-details.js';
import { updateOrganizations } from '../sql/organizations/update-organizations.js';
import { upsertIdentifiers } from '../sql/organizations/upsert-identifiers.js';
import { findAbsentOrganizations, removeOrganizations } from './organization-removal.js';
import { planMergedRecords, recordSources } from './organization-sources.js';
import { execute, rejectSelected, type Merge } from './staged-rows.js';

const STEPS = 7;

export const mergeOrganizations: Merge = async (session, rejects, _identityKey, scope) => {
  const { name: staged } = STAGED_ORGANIZATIONS;
  scope.onStep(1, STEPS);
  if (scope.full) await execute(session, createPresentNumbers);
  await execute(session, createUnsoldOrganizations);
  const unsold = await execute(session, moveUnsoldOrganizations);
  if (unsold > 0) await execute(session, deleteContradictedDeletions);
  await execute(session, deleteDeregistered);
  if (scope.full) await findAbsentOrganizations(session, rejects, scope);
  scope.onStep(2, STEPS);
  const { removed, reduced } =
    unsold > 0 || scope.full ? await removeOrganizations(session) : { removed: 0, reduced: 0 };

  scope.onStep(3, STEPS);
  await rejectSelected(session, rejects, staged, selectDeregisteredOrganizations, 'deleted_record');
  await rejectSelected(session, rejects, staged, selectIdConflicts, 'id_conflict');
  await rejectSelected(session, rejects, staged, selectAmbiguousOrganizations, 'ambiguous_organization');
  await execute(session, replaceTakenOrganizationIds);
  await execute(session, adoptOrganizationIds);
  await rejectSelected(session, rejects, staged, selectAdditionalOrganizations, 'additional_name');
  await rejectSelected(session, rejects, staged, selectDuplicateOrganizations, 'duplicate');

  scope.onStep(4, STEPS);
  const merging = await recordSources(session);
  await execute(session, createPlannedOrganizations);
  const planned = await planMergedRecords(session, merging, reduced);
  await execute(session, adoptEarlierOrganizations);
  await execute(session, createPlannedIdentifiers);

  scope.onStep(5, STEPS);
  const updated = await execute(session, updateOrganizations);
  if (updated > 0) {
    await execute(session, updateOrganizationDetails);
    await execute(session, deleteIdentifiers);
    await execute(session, upsertIdentifiers);
  }
  scope.onStep(6, STEPS);
  const inserted = await execute(session, insertOrganizations);
  if (inserted > 0) {
    await execute(session, insertOrganizationDetails);
    scope.onStep(7, STEPS);
    await execute(session, insertIdentifiers);
  }
  return { inserted, updated: updated - planned, removed };
};
