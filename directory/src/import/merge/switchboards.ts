import { insertSwitchboards } from '../sql/switchboards/insert-switchboards.js';
import { selectDuplicateSwitchboards } from '../sql/switchboards/select-duplicate-switchboards.js';
import { STAGED_SWITCHBOARDS } from '../sql/switchboards/staging-table.js';
import { updateSwitchboards } from '../sql/switchboards/update-switchboards.js';
import { execute, rejectSelected, type Merge } from './staged-rows.js';

export const mergeSwitchboards: Merge = async (session, rejects) => {
  await rejectSelected(session, rejects, STAGED_SWITCHBOARDS.name, selectDuplicateSwitchboards, 'duplicate');
  const updated = await execute(session, updateSwitchboards);
  const inserted = await execute(session, insertSwitchboards);
  return { inserted, updated };
};
