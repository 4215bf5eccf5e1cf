import { adoptOrganizationIds } from '../sql/organizations/adopt-organization-ids.js';
import { createPlannedIdentifiers } from '../sql/organizations/create-planned-identifiers.js';
import { createPlannedOrganizations } from '../sql/organizations/create-planned-organizations.js';
import { deleteIdentifiers } from '../sql/organizations/delete-identifiers.js';
import { insertIdentifiers } from '../sql/organizations/insert-identifiers.js';
import { insertOrganizationDetails } from '../sql/organizations/insert-organization-details.js';
import { insertOrganizations } from '../sql/organizations/insert-organizations.js';
import { replaceTakenOrganizationIds } from '../sql/organizations/replace-taken-organization-ids.js';
import { selectAmbiguousOrganizations } from '../sql/organizations/select-ambiguous-organizations.js';
import { selectDuplicateOrganizations } from '../sql/organizations/select-duplicate-organizations.js';
import { selectIdConflicts } from '../sql/organizations/select-id-conflicts.js';
import { STAGED_ORGANIZATIONS } from '../sql/organizations/staging-table.js';
import { updateOrganizationDetails } from '../sql/organizations/update-organization-details.js';
import { updateOrganizations } from '../sql/organizations/update-organizations.js';
import { upsertIdentifiers } from '../sql/organizations/upsert-identifiers.js';
import { execute, rejectSelected, type Merge } from './staged-rows.js';

export const mergeOrganizations: Merge = async (session, rejects) => {
  const { name: staged } = STAGED_ORGANIZATIONS;
  await rejectSelected(session, rejects, staged, selectIdConflicts, 'id_conflict');
  await rejectSelected(session, rejects, staged, selectAmbiguousOrganizations, 'ambiguous_organization');
  await execute(session, replaceTakenOrganizationIds);
  await execute(session, adoptOrganizationIds);
  await rejectSelected(session, rejects, staged, selectDuplicateOrganizations, 'duplicate');
  await execute(session, createPlannedOrganizations);
  await execute(session, createPlannedIdentifiers);

  const updated = await execute(session, updateOrganizations);
  if (updated > 0) {
    await execute(session, updateOrganizationDetails);
    await execute(session, deleteIdentifiers);
    await execute(session, upsertIdentifiers);
  }
  const inserted = await execute(session, insertOrganizations);
  if (inserted > 0) {
    await execute(session, insertOrganizationDetails);
    await execute(session, insertIdentifiers);
  }
  return { inserted, updated };
};
