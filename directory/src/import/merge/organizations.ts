import { ADOPT_IDS } from '../sql/organizations/adopt-ids.js';
import { FIND_AMBIGUOUS } from '../sql/organizations/find-ambiguous.js';
import { FIND_DUPLICATES } from '../sql/organizations/find-duplicates.js';
import { FIND_ID_CONFLICTS } from '../sql/organizations/find-id-conflicts.js';
import { INSERT_DETAILS } from '../sql/organizations/insert-details.js';
import { INSERT_IDENTIFIERS } from '../sql/organizations/insert-identifiers.js';
import { INSERT_ORGANIZATIONS } from '../sql/organizations/insert-organizations.js';
import { PLAN } from '../sql/organizations/plan.js';
import { PLAN_IDENTIFIERS } from '../sql/organizations/plan-identifiers.js';
import { REMOVE_IDENTIFIERS } from '../sql/organizations/remove-identifiers.js';
import { STAGED_ORGANIZATIONS } from '../sql/organizations/staging-table.js';
import { REPLACE_GIVEN_IDS } from '../sql/organizations/replace-given-ids.js';
import { UPDATE_DETAILS } from '../sql/organizations/update-details.js';
import { UPDATE_IDENTIFIERS } from '../sql/organizations/update-identifiers.js';
import { UPDATE_ORGANIZATIONS } from '../sql/organizations/update-organizations.js';
import { changedRows, refuseFound, type Merge } from './staged-rows.js';

export const mergeOrganizations: Merge = async (session, rejects) => {
  await refuseFound(session, rejects, STAGED_ORGANIZATIONS.name, FIND_ID_CONFLICTS, 'id_conflict');
  await refuseFound(session, rejects, STAGED_ORGANIZATIONS.name, FIND_AMBIGUOUS, 'ambiguous_organization');
  await session.query(REPLACE_GIVEN_IDS);
  await session.query(ADOPT_IDS);
  await refuseFound(session, rejects, STAGED_ORGANIZATIONS.name, FIND_DUPLICATES, 'duplicate');
  await session.query(PLAN);
  await session.query(PLAN_IDENTIFIERS);

  const updated = await changedRows(session, UPDATE_ORGANIZATIONS);
  if (updated > 0) {
    await session.query(UPDATE_DETAILS);
    await session.query(REMOVE_IDENTIFIERS);
    await session.query(UPDATE_IDENTIFIERS);
  }
  const inserted = await changedRows(session, INSERT_ORGANIZATIONS);
  if (inserted > 0) {
    await session.query(INSERT_DETAILS);
    await session.query(INSERT_IDENTIFIERS);
  }
  return { inserted, updated };
};
