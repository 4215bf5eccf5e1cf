import type { Session } from '../session.js';
import { INSERT_CONTACTS } from '../sql/contacts/insert-contacts.js';
import { INSERT_DETAILS } from '../sql/contacts/insert-details.js';
import { PLAN } from '../sql/contacts/plan.js';
import { REMOVE_DETAILS } from '../sql/contacts/remove-details.js';
import { UPDATE_CONTACTS } from '../sql/contacts/update-contacts.js';
import { UPDATE_DETAILS } from '../sql/contacts/update-details.js';
import { recognizeContacts, tellRecordsApart } from './contact-identity.js';
import { changedRows, type Merge } from './staged-rows.js';

export const mergeContacts: Merge = async (session, rejects) => {
  await tellRecordsApart(session, rejects);
  await recognizeContacts(session, rejects);
  await session.query(PLAN);
  return writePlanned(session);
};

async function writePlanned(session: Session): Promise<Awaited<ReturnType<Merge>>> {
  const updated = await changedRows(session, UPDATE_CONTACTS);
  if (updated > 0) {
    await session.query(REMOVE_DETAILS);
    await session.query(UPDATE_DETAILS);
  }
  const inserted = await changedRows(session, INSERT_CONTACTS);
  if (inserted > 0) await session.query(INSERT_DETAILS);
  return { inserted, updated };
}
