import { idFromName } from '../records/contact.js';
import type { Rejects } from '../rejects.js';
import type { Session } from '../session.js';
import { ASSIGN_IDS } from '../sql/contacts/assign-ids.js';
import { FIND_REPEATED } from '../sql/contacts/find-repeated.js';
import { INSERT_CONTACTS } from '../sql/contacts/insert-contacts.js';
import { INSERT_DETAILS } from '../sql/contacts/insert-details.js';
import { PLAN } from '../sql/contacts/plan.js';
import { REMOVE_DETAILS } from '../sql/contacts/remove-details.js';
import { STAGED_CONTACTS } from '../sql/contacts/staging-table.js';
import { UPDATE_CONTACTS } from '../sql/contacts/update-contacts.js';
import { UPDATE_DETAILS } from '../sql/contacts/update-details.js';
import { changedRows, inBatches, refuse, type Merge, type StagedPlace } from './staged-rows.js';

export const mergeContacts: Merge = async (session, rejects) => {
  await tellRepeatedApart(session, rejects);
  await session.query(PLAN);

  const updated = await changedRows(session, UPDATE_CONTACTS);
  if (updated > 0) {
    await session.query(REMOVE_DETAILS);
    await session.query(UPDATE_DETAILS);
  }
  const inserted = await changedRows(session, INSERT_CONTACTS);
  if (inserted > 0) await session.query(INSERT_DETAILS);
  return { inserted, updated };
};

interface RepeatedContact extends StagedPlace {
  readonly idFromName: boolean;
  readonly organizationId: string;
  readonly levelledName: string;
  /** An earlier record says exactly the same. */
  readonly same: boolean;
  /** 2 for the second person of the name, and so on. */
  readonly namesake: number;
}

/** Records of one organization with one name and neither page nor id are namesakes, unless they are the same record twice. */
async function tellRepeatedApart(session: Session, rejects: Rejects): Promise<void> {
  await inBatches<RepeatedContact>(session, FIND_REPEATED, async (repeated) => {
    const namesakes = repeated.filter((contact) => contact.idFromName && !contact.same);
    const ids = namesakes.map((contact) => idFromName(contact.organizationId, contact.levelledName, contact.namesake));
    if (ids.length > 0) await session.query(ASSIGN_IDS, [namesakes.map((contact) => contact.ordinal), ids]);

    const duplicates = repeated.filter((contact) => !contact.idFromName || contact.same);
    await refuse(session, rejects, STAGED_CONTACTS.name, duplicates, 'duplicate');
  });
}
