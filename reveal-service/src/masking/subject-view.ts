import type { reveal } from '@prospecting/protos';
import type { WantedSubject } from '../pricing/plan.js';
import { publicContact } from './contact-record.js';
import type { InClear } from './in-clear.js';
import { organizationView, presenceOf } from './organization-details.js';
import { reachableView, type RevealedInfoTypes } from './reachable-view.js';
import type { Records } from './records.js';

export type SubjectView = Pick<reveal.SubjectOutcome, 'contact' | 'reachable' | 'organization'>;

/** What the account sees of one appearance of a subject; nothing of a contact or a switchboard that is not on record. */
export function subjectView(
  { kind, subjectId, shownIdentifiers }: WantedSubject,
  records: Records,
  clear: InClear,
): SubjectView {
  if (kind === 'organization') {
    const details = records.organization.get(subjectId);
    // Revealed details can be gone from the record since: then there is nothing to show, and nothing held back.
    const own = clear.has(kind, subjectId, 'details') ? (details ?? {}) : undefined;
    return { organization: organizationView(own, details && presenceOf(details), shownIdentifiers) };
  }
  const revealed: RevealedInfoTypes = {
    email: clear.has(kind, subjectId, 'email'),
    phone: clear.has(kind, subjectId, 'phone'),
  };
  if (kind === 'contact') {
    const record = records.contact.get(subjectId);
    return record === undefined ? {} : { contact: publicContact(record), reachable: reachableView(record, revealed) };
  }
  const record = records.switchboard.get(subjectId);
  return record === undefined ? {} : { reachable: reachableView(record, revealed) };
}
