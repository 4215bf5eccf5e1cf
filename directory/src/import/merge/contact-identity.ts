/**
 * Decides which person each contact without an `id` is. Two rules come before all others: an id
 * never comes to mean another person, and a record that may be several persons is rejected, not
 * guessed. docs/decisions/0016 has the full rule and its consequences.
 *
 * Every step is one statement over the whole file, and reads only contacts of the organizations
 * that the file names.
 */
import type { Rejects } from '../rejects.js';
import type { Session } from '../session.js';
import { createCandidateContacts } from '../sql/contacts/create-candidate-contacts.js';
import { createKnownContacts } from '../sql/contacts/create-known-contacts.js';
import { createRecognizedContacts } from '../sql/contacts/create-recognized-contacts.js';
import { createRepeatedContacts } from '../sql/contacts/create-repeated-contacts.js';
import { createUnrecognizedContacts } from '../sql/contacts/create-unrecognized-contacts.js';
import { markAmbiguousContacts } from '../sql/contacts/mark-ambiguous-contacts.js';
import { markDuplicateContacts } from '../sql/contacts/mark-duplicate-contacts.js';
import { recognizeContactsByEvidence } from '../sql/contacts/recognize-contacts-by-evidence.js';
import { recognizeContactsByName } from '../sql/contacts/recognize-contacts-by-name.js';
import { replaceTakenContactIds } from '../sql/contacts/replace-taken-contact-ids.js';
import { selectAmbiguousContacts } from '../sql/contacts/select-ambiguous-contacts.js';
import { selectDuplicateContacts } from '../sql/contacts/select-duplicate-contacts.js';
import { selectIndistinctContacts } from '../sql/contacts/select-indistinct-contacts.js';
import { STAGED_CONTACTS } from '../sql/contacts/staging-table.js';
import { analyze, execute, rejectSelected } from './staged-rows.js';

/**
 * Rejects records that repeat a person of the same file, and namesakes that nothing distinguishes.
 */
export async function rejectRepeatedContacts(session: Session, rejects: Rejects): Promise<void> {
  const repeated = await execute(session, createRepeatedContacts);
  if (repeated > 0) {
    await analyze(session, 'repeated_contacts');
    await execute(session, markDuplicateContacts);
    await execute(session, markAmbiguousContacts);
  }
  await rejectSelected(session, rejects, STAGED_CONTACTS.name, selectDuplicateContacts, 'duplicate');
  await rejectSelected(session, rejects, STAGED_CONTACTS.name, selectIndistinctContacts, 'ambiguous_contact');
  await execute(session, replaceTakenContactIds);
}

/**
 * Finds the contact on record for each staged contact without an id, and rejects those that may be
 * one contact or another. Afterwards pg_temp.recognized_contacts lists the staged contacts that are
 * on record; the others without an id are new.
 */
export async function recognizeContacts(session: Session, rejects: Rejects): Promise<void> {
  await execute(session, createRecognizedContacts);
  await analyze(session, 'recognized_contacts');
  const known = await execute(session, createKnownContacts);
  if (known === 0) return;
  await analyze(session, 'known_contacts');
  await execute(session, createUnrecognizedContacts);
  await analyze(session, 'unrecognized_contacts');
  await execute(session, createCandidateContacts);
  await analyze(session, 'candidate_contacts');
  await execute(session, recognizeContactsByEvidence);
  await execute(session, recognizeContactsByName);
  await analyze(session, 'recognized_contacts');
  await rejectSelected(session, rejects, STAGED_CONTACTS.name, selectAmbiguousContacts, 'ambiguous_contact');
}
