import { FIND_DUPLICATES } from '../sql/switchboards/find-duplicates.js';
import { INSERT_SWITCHBOARDS } from '../sql/switchboards/insert-switchboards.js';
import { STAGED_SWITCHBOARDS } from '../sql/switchboards/staging-table.js';
import { UPDATE_SWITCHBOARDS } from '../sql/switchboards/update-switchboards.js';
import { changedRows, refuseFound, type Merge } from './staged-rows.js';

export const mergeSwitchboards: Merge = async (session, rejects) => {
  await refuseFound(session, rejects, STAGED_SWITCHBOARDS.name, FIND_DUPLICATES, 'duplicate');
  const updated = await changedRows(session, UPDATE_SWITCHBOARDS);
  const inserted = await changedRows(session, INSERT_SWITCHBOARDS);
  return { inserted, updated };
};
