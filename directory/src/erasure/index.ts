/**
 * Erases persons from the directory and keeps imports from bringing them back. Everything that
 * stays on record of an erased person is a keyed hash.
 */
export {
  absentContacts,
  beginErasure,
  endErasure,
  pendingErasures,
  previewErasure,
  type DirectoryAccess,
  type ErasedSubjects,
  type PendingErasure,
  type Preview,
} from './erase.js';
export { parsePerson, type PersonReference } from './person.js';
export { addFacts, eraseSuppressed, readFacts, type SuppressionFact } from './facts.js';
export { readPerson, type PersonOnRecord } from './read-person.js';
