/**
 * Who a contact without an `id` is. Two rules go before all others: an id that was given once never comes to mean another person, and
 * where a record may be several persons it is refused, not guessed. The rule itself and what follows from it: docs/decisions/0016.
 *
 * Every step is one statement over the whole file; only contacts of the organizations that the file names are looked at.
 */
import type { Rejects } from '../rejects.js';
import type { Session } from '../session.js';
import { CANDIDATE_CONTACTS } from '../sql/contacts/candidate-contacts.js';
import { FIND_AMBIGUOUS } from '../sql/contacts/find-ambiguous.js';
import { FIND_DUPLICATES } from '../sql/contacts/find-duplicates.js';
import { FIND_INDISTINCT } from '../sql/contacts/find-indistinct.js';
import { JUDGE_AMBIGUOUS } from '../sql/contacts/judge-ambiguous.js';
import { JUDGE_DUPLICATES } from '../sql/contacts/judge-duplicates.js';
import { KNOWN_CONTACTS } from '../sql/contacts/known-contacts.js';
import { RECOGNIZE_BY_EVIDENCE } from '../sql/contacts/recognize-by-evidence.js';
import { RECOGNIZE_BY_NAME } from '../sql/contacts/recognize-by-name.js';
import { RECOGNIZED_CONTACTS } from '../sql/contacts/recognized-contacts.js';
import { REPEATED_CONTACTS } from '../sql/contacts/repeated-contacts.js';
import { REPLACE_GIVEN_IDS } from '../sql/contacts/replace-given-ids.js';
import { STAGED_CONTACTS } from '../sql/contacts/staging-table.js';
import { UNRECOGNIZED_CONTACTS } from '../sql/contacts/unrecognized-contacts.js';
import { changedRows, refuseFound } from './staged-rows.js';

/** Refuses records of one file that are the same person twice, and namesakes that nothing distinguishes. */
export async function tellRecordsApart(session: Session, rejects: Rejects): Promise<void> {
  const repeated = await changedRows(session, REPEATED_CONTACTS);
  if (repeated > 0) {
    await session.query('analyze pg_temp.repeated_contacts');
    await session.query(JUDGE_DUPLICATES);
    await session.query(JUDGE_AMBIGUOUS);
  }
  await refuseFound(session, rejects, STAGED_CONTACTS.name, FIND_DUPLICATES, 'duplicate');
  await refuseFound(session, rejects, STAGED_CONTACTS.name, FIND_INDISTINCT, 'ambiguous_contact');
  await session.query(REPLACE_GIVEN_IDS);
}

/**
 * Finds out which contacts on record the staged ones are: afterwards pg_temp.recognized_contacts says so, and who is in it
 * neither has an id of its own nor is new. Refuses those that may be one or another.
 */
export async function recognizeContacts(session: Session, rejects: Rejects): Promise<void> {
  await session.query(RECOGNIZED_CONTACTS);
  await session.query('analyze pg_temp.recognized_contacts');
  const known = await changedRows(session, KNOWN_CONTACTS);
  if (known === 0) return;
  await session.query('analyze pg_temp.known_contacts');
  await session.query(UNRECOGNIZED_CONTACTS);
  await session.query('analyze pg_temp.unrecognized_contacts');
  await session.query(CANDIDATE_CONTACTS);
  await session.query('analyze pg_temp.candidate_contacts');
  await session.query(RECOGNIZE_BY_EVIDENCE);
  await session.query(RECOGNIZE_BY_NAME);
  await session.query('analyze pg_temp.recognized_contacts');
  await refuseFound(session, rejects, STAGED_CONTACTS.name, FIND_AMBIGUOUS, 'ambiguous_contact');
}
