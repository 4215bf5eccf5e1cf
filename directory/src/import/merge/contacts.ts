import { leaveOutSuppressed } from '../../erasure/suppressed-records.js';
import { createPlannedContacts } from '../sql/contacts/create-planned-contacts.js';
import { deleteContactDetails } from '../sql/contacts/delete-contact-details.js';
import { insertContactDetails } from '../sql/contacts/insert-contact-details.js';
import { insertContacts } from '../sql/contacts/insert-contacts.js';
import { updateContacts } from '../sql/contacts/update-contacts.js';
import { upsertContactDetails } from '../sql/contacts/upsert-contact-details.js';
import { recognizeContacts, rejectRepeatedContacts } from './contact-identity.js';
import { execute, type Merge } from './staged-rows.js';

export const mergeContacts: Merge = async (session, rejects, identityKey) => {
  const suppressed = await leaveOutSuppressed(session, identityKey);
  await rejectRepeatedContacts(session, rejects);
  await recognizeContacts(session, rejects);
  await execute(session, createPlannedContacts);

  const updated = await execute(session, updateContacts);
  if (updated > 0) {
    await execute(session, deleteContactDetails);
    await execute(session, upsertContactDetails);
  }
  const inserted = await execute(session, insertContacts);
  if (inserted > 0) await execute(session, insertContactDetails);
  return { inserted, updated, suppressed };
};
